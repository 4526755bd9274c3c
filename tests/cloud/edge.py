"""Checks what clients on the internet can reach: headers, caching and routes, and that the CDN cannot be bypassed."""

import base64
import functools
import json
import re
import shutil
import subprocess

from data import bucket_statements
from world import EDGE_REGION, as_list, resolved, text_of

CACHING_OPTIMIZED = "658327ea-f89d-4fab-a63d-7e88639e58f6"
CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad"
ALL_BUT_HOST = "b689b0a8-53d0-40ab-baf2-68738e2966ac"


def distribution(world):
    return world.properties("Distribution").get("DistributionConfig", {})


def behaviors(world):
    config = distribution(world)
    found = {b["PathPattern"]: b for b in config.get("CacheBehaviors", [])}
    return {**found, "*": config.get("DefaultCacheBehavior", {})}


def headers_of(world, files_key):
    """Returns the headers that CloudFront adds, by name, with or without a signing key for files."""
    config = world.properties("SecurityHeaders").get("ResponseHeadersPolicyConfig", {})
    security = config.get("SecurityHeadersConfig", {})
    found = {}
    if "ContentSecurityPolicy" in security:
        found["content-security-policy"] = resolved(
            security["ContentSecurityPolicy"]["ContentSecurityPolicy"], files_key=files_key
        )
    if "StrictTransportSecurity" in security:
        hsts = security["StrictTransportSecurity"]
        parts = [f"max-age={hsts['AccessControlMaxAgeSec']}"]
        parts += ["includeSubDomains"] if hsts.get("IncludeSubdomains") else []
        parts += ["preload"] if hsts.get("Preload") else []
        found["strict-transport-security"] = "; ".join(parts)
    if "ContentTypeOptions" in security:
        found["x-content-type-options"] = "nosniff"
    if "FrameOptions" in security:
        found["x-frame-options"] = security["FrameOptions"]["FrameOption"]
    if "ReferrerPolicy" in security:
        found["referrer-policy"] = security["ReferrerPolicy"]["ReferrerPolicy"]
    for item in config.get("CustomHeadersConfig", {}).get("Items", []):
        found[item["Header"].lower()] = item["Value"]
    return found


def security_headers(world):
    """CloudFront sends the headers of infra/security-headers.json. Files are uploaded to the bucket, and read from
    there or through the CDN."""
    bucket = f"https://{resolved(world.properties('FilesBucket').get('BucketName', ''))}.s3.ca-central-1.amazonaws.com"
    for files_key, files in [(False, bucket), (True, "https://${FilesDistribution.DomainName}")]:
        found = headers_of(world, files_key)
        for name, value in world.headers.items():
            text = "; ".join(value) if isinstance(value, list) else value
            wanted = text.replace("{files}", files).replace("{uploads}", bucket)
            if found.get(name) != wanted:
                yield f"{name} is '{found.get(name)}' in template.yaml and '{wanted}' in infra/security-headers.json."
        for name in sorted(set(found) - set(world.headers)):
            yield f"{name} is in template.yaml, but not in infra/security-headers.json."
    for pattern, behavior in behaviors(world).items():
        if behavior.get("ResponseHeadersPolicyId") != {"Ref": "SecurityHeaders"}:
            yield f"CloudFront adds no security headers to {pattern}."


def caching(world):
    """Hashed assets are cached; the page and the API are not. Everything except the API is compressed."""
    found = behaviors(world)
    if found.get("/assets/*", {}).get("CachePolicyId") != CACHING_OPTIMIZED:
        yield "/assets/* does not have the cache policy of immutable files."
    api = found.get("/api/*", {})
    if api.get("CachePolicyId") != CACHING_DISABLED or api.get("OriginRequestPolicyId") != ALL_BUT_HOST:
        yield "/api/* must pass uncached, with every header but Host."
    if api.get("Compress") is not False:
        yield "/api/* must not be compressed: responses mix secrets with input of the caller."
    if api.get("ViewerProtocolPolicy") != "https-only":
        yield "/api/* is answered without TLS."
    if set(api.get("AllowedMethods", [])) < {"GET", "POST", "PUT", "PATCH", "DELETE"}:
        yield "/api/* does not let all methods through."
    for pattern in set(found) - {"/api/*"}:
        if found[pattern].get("Compress") is not True and pattern != "/pictures/*":
            yield f"{pattern} is not compressed."
        if found[pattern].get("ViewerProtocolPolicy") != "redirect-to-https":
            yield f"{pattern} is answered without TLS."
    for name in ("PageCaching", "CatalogueCaching"):
        policy = world.properties(name).get("CachePolicyConfig", {})
        passed = policy.get("ParametersInCacheKeyAndForwardedToOrigin", {})
        if not (passed.get("EnableAcceptEncodingBrotli") and passed.get("EnableAcceptEncodingGzip")):
            yield f"{name} does not request Brotli and gzip."
        if not policy.get("MaxTTL"):
            yield f"{name}: with a largest age of zero CloudFront compresses nothing."
        if policy.get("MinTTL", 0) > 10:
            yield f"{name} delays published changes."
    if world.properties("PageCaching").get("CachePolicyConfig", {}).get("MinTTL") != 0:
        yield "The page is cached in spite of its cache-control header."
    if distribution(world).get("HttpVersion") != "http2and3":
        yield "CloudFront does not speak HTTP/3."


def pictures(world):
    """Public images need no signature, all other files do, and a deleted image stops loading within a minute."""
    found = behaviors(world)
    origins = {origin["Id"]: origin for origin in distribution(world).get("Origins", [])}
    bucket = resolved(world.properties("FilesBucket").get("BucketName", ""))
    to_files = {name for name, origin in origins.items() if bucket in resolved(origin.get("DomainName", ""))}
    leading = {pattern for pattern, behavior in found.items() if behavior.get("TargetOriginId") in to_files}
    area = re.search(r'pub const PUBLIC_PICTURES_PREFIX: &str = "([a-z]+/)";', world.all_keys)
    if not area or leading != {f"/{area.group(1)}*"}:
        yield f"Whoever knows the name of a file can read it: CloudFront leads {', '.join(sorted(leading))} to the bucket of files."
    for name in to_files:
        if origins[name].get("OriginAccessControlId") != {"Ref": "SiteAccess"} or origins[name].get("OriginPath"):
            yield "CloudFront does not sign what it asks for pictures, or asks elsewhere for them."
    statements = [s for s in bucket_statements(world, "FilesBucket") if s["Effect"] == "Allow"]
    given = [s for s in statements if "distribution/${Distribution}" in text_of(s.get("Condition", {}))]
    ends = [text_of(resource) for s in given for resource in as_list(s["Resource"])]
    if not area or not ends or not all(end.endswith(f'Arn}}/{area.group(1)}*"}}') for end in ends):
        yield "The bucket of files lets CloudFront read more than pictures without a signature, or not even those."
    if any(as_list(s["Action"]) != ["s3:GetObject"] for s in given):
        yield "The bucket of files lets CloudFront do more than read pictures."
    behavior = next((found[pattern] for pattern in leading), {})
    if set(behavior.get("AllowedMethods", [])) != {"GET", "HEAD"}:
        yield "Pictures are read, and nothing else."
    if behavior.get("CachePolicyId") != {"Ref": "PicturesCaching"}:
        yield "Pictures are not held by a rule of their own."
    policy = world.properties("PicturesCaching").get("CachePolicyConfig", {})
    ages = [policy.get(name, 1 << 30) for name in ("MinTTL", "DefaultTTL", "MaxTTL")]
    shared = re.search(r"public, max-age=\d+, s-maxage=(\d+)", world.store)
    if max(ages) > 50 or not shared or int(shared.group(1)) > 50:
        yield "A picture that was taken away can be loaded for more than a minute."
    passed = policy.get("ParametersInCacheKeyAndForwardedToOrigin", {})
    if passed.get("QueryStringsConfig") != {"QueryStringBehavior": "none"}:
        yield "An address of a picture could have another answer by what stands behind its name."


def own_name(world):
    """The custom domain, its certificate and its DNS record exist only if `DomainName` is set."""
    config = distribution(world)
    if config.get("Aliases") != {"Fn::If": ["HasDomain", [{"Ref": "DomainName"}], {"Ref": "AWS::NoValue"}]}:
        yield "CloudFront does not answer under DomainName where there is one, or asks for one where there is none."
    condition, own, _ = config.get("ViewerCertificate", {}).get("Fn::If", ["", {}, {}])
    if condition != "HasDomain" or own.get("AcmCertificateArn") != {"Ref": "CertificateArn"}:
        yield "CloudFront does not show CertificateArn under DomainName."
    if own.get("MinimumProtocolVersion") != "TLSv1.2_2021":
        yield "CloudFront takes an outdated TLS under DomainName."
    entry = world.resources.get("HostName", {})
    records = entry.get("Properties", {}).get("RecordSets", [])
    if entry.get("Condition") != "HasZone" or sorted(record["Type"] for record in records) != ["A", "AAAA"]:
        yield "DomainName is not entered into HostedZoneId, for IPv4 and IPv6, where there is a zone."
    if config.get("IPV6Enabled") is not True:
        yield "CloudFront does not speak IPv6."


def origins(world):
    """CloudFront signs requests to the site bucket, and sends the API a secret header that the API verifies."""
    found = {origin["Id"]: origin for origin in distribution(world).get("Origins", [])}
    if found.get("site", {}).get("OriginAccessControlId") != {"Ref": "SiteAccess"}:
        yield "CloudFront does not sign its requests to the site's bucket."
    access = world.properties("SiteAccess").get("OriginAccessControlConfig", {})
    if (access.get("SigningBehavior"), access.get("SigningProtocol")) != ("always", "sigv4"):
        yield "CloudFront does not always sign."
    api = found.get("api", {})
    if api.get("CustomOriginConfig", {}).get("OriginProtocolPolicy") != "https-only":
        yield "CloudFront speaks to the API without TLS."
    header = re.search(r'from_static\("([a-z-]+)"\);\s*const VARIABLE: &str = "ORIGIN_SECRET"', world.api_settings)
    sent = {h["HeaderName"]: h["HeaderValue"] for h in api.get("OriginCustomHeaders", [])}
    secret = world.properties("ApiFunction").get("Environment", {}).get("Variables", {}).get("ORIGIN_SECRET")
    if not header or sent.get(header.group(1)) != secret or "secretsmanager" not in text_of(secret):
        yield "The API does not check the secret that CloudFront sends, so anybody can call it around the CDN."
    for name in ("CursorKey", "OriginSecret"):
        generated = world.properties(name).get("GenerateSecretString", {})
        if not generated.get("ExcludePunctuation") or generated.get("PasswordLength", 0) < 42:
            yield f"{name} is not a secret that AWS generates from letters and digits."
    if world.properties("CursorKey").get("GenerateSecretString", {}).get("PasswordLength") != 42:
        yield "CursorKey must have 42 characters, so that with its ending it is 32 bytes in base64."


def files(world):
    """With a signing key, CloudFront serves only file URLs that the API has signed, and never unchecked uploads."""
    config = world.properties("FilesDistribution").get("DistributionConfig", {})
    behavior = config.get("DefaultCacheBehavior", {})
    if behavior.get("TrustedKeyGroups") != [{"Ref": "FilesKeyGroup"}] or config.get("CacheBehaviors"):
        yield "Whoever knows the name of a file can read it: CloudFront asks for no signature."
    if world.properties("FilesKeyGroup").get("KeyGroupConfig", {}).get("Items") != {"Fn::Split": [",", {"Ref": "FilesKeyIds"}]}:
        yield "CloudFront trusts other keys than FilesKeyIds."
    origin = next(iter(config.get("Origins", [])), {})
    if origin.get("OriginAccessControlId") != {"Ref": "FilesAccess"}:
        yield "CloudFront does not sign what it asks of the bucket of files."
    bucket = resolved(world.properties("FilesBucket").get("BucketName", ""))
    if not resolved(origin.get("DomainName", "")).startswith(f"{bucket}.s3."):
        yield f"CloudFront reads files elsewhere than in {bucket}."
    if behavior.get("ViewerProtocolPolicy") != "https-only":
        yield "Files are served without TLS."
    headers = world.properties("FilesHeaders").get("ResponseHeadersPolicyConfig", {}).get("CorsConfig", {})
    if behavior.get("ResponseHeadersPolicyId") != {"Ref": "FilesHeaders"} or headers.get("OriginOverride") is not True:
        yield "CloudFront sends no CORS headers with files, so the page may not read the list of notes."
    exposed = headers.get("AccessControlExposeHeaders", {}).get("Items", [])
    if {name.lower() for name in exposed} != world.exposed:
        yield "CloudFront lets the page read other headers of files than the local server does."
    allowed = {name: headers.get(f"AccessControlAllow{name}", {}).get("Items") for name in ("Origins", "Headers", "Methods")}
    if allowed != {"Origins": ["*"], "Headers": ["*"], "Methods": ["GET", "HEAD"]}:
        yield f"CloudFront does not let the page read files, whole and in parts, and nothing else: {allowed}."
    if headers.get("AccessControlAllowCredentials") is not False:
        yield "CloudFront takes cookies of other origins for files."
    policy = world.properties("FilesCaching").get("CachePolicyConfig", {})
    if max(policy.get(name, 1 << 30) for name in ("MinTTL", "DefaultTTL", "MaxTTL")) > 50:
        yield "A file that was withheld can be loaded from CloudFront for more than a minute."
    passed = policy.get("ParametersInCacheKeyAndForwardedToOrigin", {}).get("QueryStringsConfig", {})
    asked = set(re.findall(r'"(response-[a-z-]+)"', world.store))
    if passed.get("QueryStringBehavior") != "whitelist" or set(passed.get("QueryStrings", [])) != asked:
        yield f"CloudFront tells S3 {passed.get('QueryStrings')}, but addresses ask for {sorted(asked)}."
    given = world.properties("ApiFunction").get("Environment", {}).get("Variables", {})
    secret = resolved(given.get("FILES_SIGNING_KEY", ""), files_key=True)
    if secret != "{{resolve:secretsmanager:note-ninja-files-key}}" or "note-ninja-files-key" not in world.operations:
        yield "The API does not sign with the secret that OPERATIONS.md has ops make."
    if resolved(given.get("FILES_SIGNING_KEY", "")) or resolved(given.get("FILES_ORIGIN", "")):
        yield "Without a key for files the API must not look for one."
    statements = bucket_statements(world, "FilesBucket")
    closed = {"Effect": "Deny", "Principal": {"Service": "cloudfront.amazonaws.com"}, "Action": "s3:GetObject"}
    denied = {resolved(r) for s in statements if closed.items() <= s.items() for r in as_list(s["Resource"])}
    for area, what in (("incoming", "was not checked"), ("withheld", "is withheld because of a notice of copyright")):
        if not any(resource.endswith(f"/{area}/*") for resource in denied):
            yield f"CloudFront could read what {what}."


SCREENS = ["/", "/browse", "/guide/CS246/notes", "/u/john.doe", "/playlist/01JD8Z5V7R8XQ4N2T6W0YB3C9E", "/a/b.js"]
FILES = ["/index.html", "/icon.svg", "/first-paint.js", "/favicon.ico", "/legal/privacy.md"]
# Files that the API writes, because they contain the origin of the page.
SITE_FILES = ["/robots.txt", "/sitemap.xml", "/sitemap-12.xml"]
# A browser on a phone whose maker has a name like a crawler.
BROWSER = "Mozilla/5.0 (Linux; Android 11; CUBOT X30) AppleWebKit/537.36 Chrome/126 Mobile Safari/537.36"
# Stands in for the module of CloudFront, and notes the selected origin.
STUB = "let origin = 'site'; const cf = { selectRequestOriginById: (id) => { origin = id; } };"


@functools.cache
def routed(code, requests):
    """Returns the path and the origin to which the routing function maps each request (path, user agent and start of a
    recording), and the crawlers that it knows. Runs the function in Node.js; returns the reason if it could not run."""
    node = shutil.which("node")
    if node is None:
        return [[], []], "Node.js is needed to try the function that routes pages."
    script = f"""{STUB}
{code.replace("import cf from 'cloudfront';", "")}
const routed = {json.dumps(requests)}.map(([uri, agent, start]) => {{
  origin = 'site';
  const headers = agent ? {{ 'user-agent': {{ value: agent }} }} : {{}};
  const querystring = start ? {{ t: {{ value: start }}, from: {{ value: 'chat' }} }} : {{}};
  return [handler({{ request: {{ uri, headers, querystring }} }}).uri, origin];
}});
console.log(JSON.stringify([routed, typeof crawlers === 'undefined' ? [] : crawlers]));"""
    ran = subprocess.run([node, "-e", script], capture_output=True, text=True, check=False)
    if ran.returncode:
        return [[], []], f"The function that routes pages failed: {ran.stderr.strip().splitlines()[-1:]}"
    return json.loads(ran.stdout), None


def preview_of(page):
    """Returns the route of the API that has the link preview of a page."""
    return f"/api/crawlers/pages/{base64.urlsafe_b64encode(page.encode()).decode().rstrip('=')}"


def page_routing(world):
    """The URLs of all screens return the page, and files at the root return themselves. Crawlers get the link preview
    of a screen from the API, and so does everyone robots.txt and the sitemaps."""
    if "PageRouting" not in text_of(behaviors(world)["*"].get("FunctionAssociations", [])):
        yield "CloudFront does not answer screens of the app with its page."
    agents = [f"Mozilla/5.0 (compatible; {part.title()}1.0)" for part in world.crawlers]
    people = (BROWSER, "")
    wanted = {(path, agent, ""): ["/index.html", "site"] for path in SCREENS for agent in people}
    wanted |= {(path, agent, ""): [path, "site"] for path in FILES for agent in (*people, agents[0])}
    wanted |= {(path, agent, ""): [f"/api/crawlers{path}", "api"] for path in SITE_FILES for agent in (*people, agents[0])}
    wanted |= {(path, agent, ""): [preview_of(path), "api"] for path in SCREENS for agent in agents}
    wanted |= {("/audio/1", agents[0], "83"): [preview_of("/audio/1?t=83"), "api"]}
    (found, known), trouble = routed(world.properties("PageRouting").get("FunctionCode", ""), tuple(wanted))
    if trouble:
        yield trouble
    for (path, agent, _), led_to, right in zip(wanted, found, wanted.values(), strict=False):
        if led_to != right:
            yield f"CloudFront answers {path} with {' of '.join(led_to)} instead of {' of '.join(right)} for '{agent}'."
    for part in sorted(set(known) - set(world.crawlers)):
        yield f"CloudFront takes '{part}' for a crawler, which is not in infra/crawlers.json."
    if "api" not in {origin.get("Id") for origin in distribution(world).get("Origins", [])}:
        yield "The routing function selects the origin of the API, which has another name."
    if distribution(world).get("CustomErrorResponses"):
        yield "Error pages of CloudFront also apply to /api and would hide its answers."


def route_matches(key, routes):
    """Returns true if a route key of the gateway matches a route of the API."""
    path = key.split(" ", 1)[1]
    pattern = re.sub(r"\\\{[^}]+\\\+\\\}", ".+", re.escape(path))
    pattern = re.sub(r"\\\{[^}]+\\\}", "[^/]+", pattern)
    return any(re.fullmatch(pattern, route) for route in routes)


def gateway(world):
    """Each group of routes has a rate limit, and no rate limit names a route that does not exist."""
    keys = {r["Properties"]["RouteKey"]: name for name, r in world.of_type("AWS::ApiGatewayV2::Route").items()}
    stage = world.properties("GatewayStage")
    throttled = stage.get("RouteSettings", {})
    if "ANY /api/{proxy+}" not in keys:
        yield "The gateway does not route everything under /api to the function."
    for key in sorted(set(keys) | set(throttled)):
        if not route_matches(key, world.routes):
            yield f"The gateway names {key}, which the API does not have."
    for key in sorted(set(keys) - {"ANY /api/{proxy+}"} - set(throttled)):
        yield f"{key} is named without a throttle of its own."
    for key in sorted(set(throttled) - set(keys)):
        yield f"{key} has a throttle but is not a route."
    depends = set(as_list(world.resources.get("GatewayStage", {}).get("DependsOn", [])))
    for name in sorted(set(keys.values()) - depends):
        yield f"The stage does not wait for {name}; its throttle could not be set."
    for key, settings in {**throttled, "everything": stage.get("DefaultRouteSettings", {})}.items():
        if not 0 < settings.get("ThrottlingRateLimit", 0) <= 5000 or not settings.get("ThrottlingBurstLimit"):
            yield f"{key} has no throttle."
    for wanted in ("POST /api/auth/{proxy+}", "POST /api/requests", "POST /api/uploads"):
        if wanted not in throttled:
            yield f"{wanted} needs a throttle of its own."
    log = text_of(stage.get("AccessLogSettings", {}))
    for private in ("sourceIp", "$context.path", "userAgent", "authorizer"):
        if private in log:
            yield f"The gateway's log says who was there ({private})."


ON = {"Fn::Equals": [{"Ref": "Firewall"}, "on"]}
OWN_ARN = {"Fn::Equals": [{"Ref": "WebAclArn"}, ""]}
# Requests allowed per client in five minutes, and the path to which the limit applies.
RATES = [(2000, "/api/auth"), (20000, None)]


def firewall(world):
    """The firewall is on by default and limits requests per client, with the same rules in both templates."""
    if world.stack["Parameters"].get("Firewall", {}).get("Default") != "on":
        yield "The firewall is off by default."
    conditions = world.stack["Conditions"]
    here = {"Fn::Equals": [{"Ref": "AWS::Region"}, EDGE_REGION]}
    acl = world.resources.get("WebAcl", {})
    if acl.get("Condition") != "MakesWebAcl" or conditions.get("MakesWebAcl") != {"Fn::And": [ON, OWN_ARN, here]}:
        yield "The stack creates its web ACL although another one is given, or outside us-east-1, where CloudFront does not accept it."
    own = {"Fn::If": ["MakesWebAcl", {"Fn::GetAtt": ["WebAcl", "Arn"]}, {"Ref": "AWS::NoValue"}]}
    given = {"Fn::And": [ON, {"Fn::Not": [OWN_ARN]}]}
    wanted = {"Fn::If": ["HasWebAcl", {"Ref": "WebAclArn"}, own]}
    if distribution(world).get("WebACLId") != wanted or conditions.get("HasWebAcl") != given:
        yield "No firewall stands before the page although one exists, or one is attached although it is turned off."
    properties = acl.get("Properties", {})
    if properties.get("Scope") != "CLOUDFRONT" or properties.get("DefaultAction") != {"Allow": {}}:
        yield "The firewall is none for CloudFront, or blocks every request."
    rules = properties.get("Rules", [])
    if len(rules) != len(RATES):
        yield "The firewall has too few or too many rules: it lets one client try to sign in without a limit, or blocks other clients."
    for rule, (limit, path) in zip(rules, RATES, strict=False):
        rate = rule.get("Statement", {}).get("RateBasedStatement", {})
        scope = rate.get("ScopeDownStatement", {}).get("ByteMatchStatement", {})
        wanted = {"Limit": limit, "EvaluationWindowSec": 300, "AggregateKeyType": "IP"}
        place = (scope.get("FieldToMatch"), scope.get("PositionalConstraint"), scope.get("SearchString"))
        if not wanted.items() <= rate.items() or place != ((None,) * 3 if path is None else ({"UriPath": {}}, "STARTS_WITH", path)):
            yield f"One client may send more, or less, than {limit} requests to {path or 'all of it'} in five minutes."
        if path and [each["Type"] for each in scope.get("TextTransformations", [])] != ["URL_DECODE", "NORMALIZE_PATH"]:
            yield f"{path} is not recognised however its path is spelt."
        answer = rule.get("Action", {}).get("Block", {}).get("CustomResponse", {})
        body = properties.get("CustomResponseBodies", {}).get(answer.get("CustomResponseBodyKey"), {})
        if "Block" not in rule.get("Action", {}):
            yield f"What is above {limit} requests is only counted."
        said = json.loads(body.get("Content", "{}"))
        if answer.get("ResponseCode") != 429 or said.get("code") != "too_many_requests" or not said.get("detail"):
            yield "The firewall responds with a body that the page cannot read."
        if rule.get("VisibilityConfig", {}).get("SampledRequestsEnabled") is not False:
            yield "The firewall keeps samples of requests, with the IP addresses of visitors."
    elsewhere = world.edge.get("Resources", {}).get("WebAcl", {}).get("Properties")
    if elsewhere != properties:
        yield "The web ACLs of template.yaml and infra/edge.yaml differ."
    if world.edge.get("Outputs", {}).get("WebAclArn", {}).get("Value") != {"Fn::GetAtt": ["WebAcl", "Arn"]}:
        yield "infra/edge.yaml does not say its ARN, so no stack can use it."


CHECKS = [security_headers, caching, pictures, own_name, origins, files, firewall, page_routing, gateway]
