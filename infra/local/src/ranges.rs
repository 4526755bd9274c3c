//! Validation of `Range` headers. RFC 9110 requires that invalid ones are ignored, so the response is the whole file.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http::HeaderMap;
use http::header::RANGE;

/// Removes an invalid `Range` header, because s3s-fs would reject the request. Multiple ranges are removed as well: S3
/// and CloudFront answer them with the whole file or in a form that players do not expect.
pub(crate) async fn drop_invalid_range(mut request: Request, next: Next) -> Response {
    if !is_usable(request.headers()) {
        request.headers_mut().remove(RANGE);
    }
    next.run(request).await
}

fn is_usable(headers: &HeaderMap) -> bool {
    let mut lines = headers.get_all(RANGE).iter();
    let (Some(line), None) = (lines.next(), lines.next()) else { return false };
    let bounds = line.to_str().ok().and_then(|line| line.split_once('=')).filter(|(unit, _)| *unit == "bytes");
    let Some((first, last)) = bounds.and_then(|(_, range)| range.split_once('-')) else { return false };
    match (number(first), number(last)) {
        (Some(first), Some(last)) => first <= last,
        (Some(_), None) => last.is_empty(),
        (None, Some(_)) => first.is_empty(),
        (None, None) => false,
    }
}

/// Parses digits only; `parse` would also accept a sign.
fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_header_is_used_only_if_it_is_a_single_valid_byte_range() {
        for usable in ["bytes=0-0", "bytes=5-", "bytes=-5", "bytes=0-99999", "bytes=7-7", "bytes=-0"] {
            assert!(is_usable(&HeaderMap::from_iter([(RANGE, usable.parse().unwrap())])), "{usable}");
        }
        let malformed = [
            "bytes=5-2",
            "bytes=",
            "bytes",
            "bytes=-",
            "bytes=a-b",
            "bytes=+1-2",
            "bytes=1--2",
            "bytes=0-1,3-4",
            "items=0-1",
            "bytes=1",
            "bytes=99999999999999999999-",
            "0-5",
            "bytes==0-1",
            "bytes= 0-1",
        ];
        for malformed in malformed {
            assert!(!is_usable(&HeaderMap::from_iter([(RANGE, malformed.parse().unwrap())])), "{malformed}");
        }
        let mut twice = HeaderMap::new();
        twice.append(RANGE, "bytes=0-1".parse().unwrap());
        twice.append(RANGE, "bytes=3-4".parse().unwrap());
        assert!(!is_usable(&twice));
    }
}
