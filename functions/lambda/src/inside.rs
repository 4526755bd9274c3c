//! Lambda function that builds full-text indexes, and checks every night that all exist.

fn main() -> Result<(), lambda_runtime::Error> {
    lambda::run::<background::full_text::Inside>()
}
