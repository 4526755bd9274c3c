"""Known faults, applied one at a time to verify that a check still detects each."""

import copy
import re

from world import translate


def at(world, path):
    """Returns the container that a path leads to, and the last key."""
    *way, last = path.split("/")
    place = world.resources
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place[step]
    return place, int(last) if isinstance(place, list) else last


def put(path, value):
    """Returns a fault that sets a value in the translated template."""

    def plant(world):
        place, key = at(world, path)
        place[key] = value

    return plant


def cut(path):
    """Returns a fault that removes a value from the translated template."""

    def plant(world):
        place, key = at(world, path)
        del place[key]

    return plant


def add(path, value):
    """Returns a fault that appends to a list of the translated template."""

    def plant(world):
        place, key = at(world, path)
        place[key] = [*place[key], value]

    return plant


def in_edge(path, value):
    """Returns a fault that sets a value in infra/edge.yaml; `None` removes it."""

    def plant(world):
        *way, last = path.split("/")
        place = world.edge
        for step in way:
            place = place[int(step)] if isinstance(place, list) else place[step]
        if value is None:
            del place[last]
        else:
            place[last] = value

    return plant


def header(name, value):
    """Returns a fault that sets a header in infra/security-headers.json."""

    def plant(world):
        world.headers[name] = value

    return plant


def crawlers(*added):
    """Returns a fault that adds crawlers to infra/crawlers.json, or removes the last one."""

    def plant(world):
        world.crawlers = [*world.crawlers, *added] if added else world.crawlers[:-1]

    return plant


def code(attribute, before, after):
    """Returns a fault that changes the code but not the template."""

    def plant(world):
        text = getattr(world, attribute)
        assert re.search(before, text), f"{before} is no longer in the code; update this fault"
        setattr(world, attribute, re.sub(before, after, text))

    return plant


def in_store(before, after):
    """Like `code`, but finds the file in functions/store."""

    def plant(world):
        assert re.search(before, world.store), f"{before} is no longer in the code; update this fault"
        world.store_files = {file: re.sub(before, after, text) for file, text in world.store_files.items()}

    return plant


def written(path, value):
    """Returns a fault that sets a value in template.yaml itself and translates it again."""

    def plant(world):
        world.written = copy.deepcopy(world.written)
        *way, last = path.split("/")
        place = world.written
        for step in way:
            place = place[step]
        place[last] = value
        world.stack = translate(world.written)

    return plant


ROLE = "Properties/Policies/0/PolicyDocument/Statement"
CONFIG = "Distribution/Properties/DistributionConfig"
SCOPE = "WebAcl/Properties/Rules/0/Statement/RateBasedStatement/ScopeDownStatement/ByteMatchStatement"
FILES = "FilesDistribution/Properties/DistributionConfig"
FILES_POLICY = "FilesBucketPolicy/Properties/PolicyDocument/Statement"
PICTURES_QUERY = (
    "PicturesCaching/Properties/CachePolicyConfig/ParametersInCacheKeyAndForwardedToOrigin/QueryStringsConfig"
)
CACHED_LONG = "658327ea-f89d-4fab-a63d-7e88639e58f6"

# Faults, each with a part of the expected message.
FAULTS = [
    # Roles.
    (add(f"ApiRole/{ROLE}/0/Action", "dynamodb:*"), "allows dynamodb:*; name each action"),
    (add(f"ApiRole/{ROLE}/0/Action", "dynamodb:Scan"), "read by key"),
    (put(f"ApiRole/{ROLE}/0/Resource", "*"), "on *; name the place"),
    (put(f"IngestRole/{ROLE}/1/Resource", "arn:aws:s3:::note-ninja-files-111122223333/*"), "name the place"),
    (add(f"IngestRole/{ROLE}/1/Action", "s3:PutObjectAcl"), "ingest is allowed s3:PutObjectAcl"),
    (add(f"ApiRole/{ROLE}/0/Action", "dynamodb:BatchWriteItem"), "api is allowed dynamodb:BatchWriteItem"),
    (cut(f"ApiRole/{ROLE}/0/Action/0"), "api is not allowed dynamodb:BatchGetItem"),
    (cut(f"ChangesRole/{ROLE}/6"), "changes may not s3:DeleteObject in notes/"),
    (cut(f"ChangesRole/{ROLE}/8"), "changes is not allowed cognito-idp:AdminDeleteUser"),
    (cut(f"ChangesRole/{ROLE}/2/Action/1"), "changes is not allowed dynamodb:BatchWriteItem"),
    (cut(f"IngestRole/{ROLE}/5"), "ingest is not allowed s3:ListBucket"),
    (in_store(r"\.list_parts\(\)", ".nothing()"), "api is allowed s3:ListMultipartUploadParts"),
    (in_store(r"\.list_parts\(\)", ".get_bucket_acl()"), "calls get_bucket_acl(); add its action"),
    (put("IngestFunction/Properties/Role", {"Fn::GetAtt": ["ApiRole", "Arn"]}), "share a role"),
    (put("ApiRole/Properties/ManagedPolicyArns", ["arn:aws:iam::aws:policy/AmazonS3FullAccess"]), "managed policy"),
    (code("all_keys", r'"playlistCovers/', '"covers/'), "may not s3:GetObject in covers/"),
    (cut(f"ChangesRole/{ROLE}/9"), "changes may not s3:PutObject in library/"),
    (cut(f"ApiRole/{ROLE}/8/Resource/13"), "api may not s3:GetObject in library/"),
    (cut(f"ChangesRole/{ROLE}/10"), "changes may not s3:PutObject in pictures/"),
    (
        put(f"ChangesRole/{ROLE}/11/Resource", "arn:aws:s3:::note-ninja-files-111122223333/profile-images/*.jpg"),
        "reads the pictures of courses alone",
    ),
    (
        add(f"ApiRole/{ROLE}/8/Resource", "arn:aws:s3:::note-ninja-files-111122223333/pictures/*"),
        "api may s3:GetObject in pictures/",
    ),
    (cut(f"InsideRole/{ROLE}/5"), "inside may not s3:PutObject in inside/"),
    (cut(f"InsideRole/{ROLE}/4/Resource/1"), "inside may not s3:GetObject in album-notes/"),
    (cut("InsideFunctionChanged/Properties/FunctionResponseTypes"), "inside answers which records failed"),
    (put("InsideFunctionChanged/Properties/MaximumBatchingWindowInSeconds", 60), "found within 10 s"),
    (put("InsideFunctionNightly/Properties/Targets/0/Input", '{"renew":"some"}'), "inside does not read the event"),
    # Functions.
    (cut("ApiFunction/Properties/Environment/Variables/APP_ORIGIN"), "reads APP_ORIGIN"),
    (cut("ChangesFunction/Properties/Environment/Variables/USER_POOL_ID"), "changes reads USER_POOL_ID"),
    (put("IngestFunction/Properties/Environment/Variables/COLOUR", "red"), "which does not read it"),
    (put("ApiFunction/Properties/Environment/Variables/AWS_ENDPOINT_URL", "http://127.0.0.1:4001"), "is for laptops"),
    (code("store_settings", r'required\("TABLE_NAME"\)', 'required("TABLE")'), "reads TABLE,"),
    (put("ApiFunction/Properties/Environment/Variables/ADMIN_SECOND_FACTOR", "optional"), "could do without a second factor"),
    (cut("ApiFunction/Properties/Environment/Variables/USER_POOL_ACCOUNTS_CLIENT_ID"), "reads USER_POOL_ACCOUNTS_CLIENT_ID"),
    (put("TokensFunction/Properties/Environment/Variables/CURSOR_KEY", "k"), "sets CURSOR_KEY for tokens"),
    (put("ApiFunction/Properties/Architectures", ["x86_64"]), "does not run on arm64"),
    (cut("ApiLog/Properties/RetentionInDays"), "kept for ever"),
    (put("ApiFunction/Properties/Timeout", 60), "longer than the gateway waits"),
    (in_store(r"LEASE_SECS: i64 = 50", "LEASE_SECS: i64 = 90"), "counts as dead after 90 s"),
    (put("IngestFunctionEventInvokeConfig/Properties/MaximumRetryAttempts", 0), "lets 2 checks die"),
    (cut("ChangesFunctionChanged/Properties/FunctionResponseTypes"), "nobody asks for that answer"),
    (code("stream", r"has_entity::<Course>", "has_entity::<Shelf>"), "differ about Shelf"),
    (cut("ChangesFunctionChanged/Properties/FilterCriteria/Filters/1"), "differ about ('COURSE#'"),
    (cut("GatewayIntegration/Properties/IntegrationUri/Ref"), "past its alias"),
    (written("Resources/ApiFunction/Properties/VersionDescription", "fixed"), "depends on AnonymousRequests"),
    (cut("ApiFunctionAliaslive/UpdatePolicy"), "no alias that is moved gradually"),
    (put("IngestFunctionDeploymentGroup/Properties/AlarmConfiguration/Alarms", []), "stops a bad deployment of ingest"),
    # Data.
    (cut("Table/DeletionPolicy"), "would be deleted with the stack"),
    (put("Table/Properties/DeletionProtectionEnabled", False), "table can be deleted"),
    (put("Table/Properties/TimeToLiveSpecification/AttributeName", "ttl"), "do not expire by the attribute"),
    (put("Table/Properties/StreamSpecification/StreamViewType", "NEW_IMAGE"), "what an item was and is"),
    (cut("Table/Properties/PointInTimeRecoverySpecification"), "earlier second"),
    (put("Table/Properties/GlobalSecondaryIndexes/0/IndexName", "byOther"), "keys.rs knows one"),
    (put("FilesBucket/Properties/PublicAccessBlockConfiguration/BlockPublicPolicy", False), "could be made public"),
    (cut("FilesBucket/Properties/VersioningConfiguration"), "forgets what was overwritten"),
    (cut("FilesBucketPolicy/Properties/PolicyDocument/Statement/0"), "answers without TLS"),
    (cut("SiteBucketPolicy/Properties/PolicyDocument/Statement/1/Condition"), "more than our own distribution"),
    (
        put("SiteBucket/Properties/LifecycleConfiguration/Rules/1/ExpirationInDays", 90),
        "expires or moves what is in use",
    ),
    (put("FilesBucket/Properties/LifecycleConfiguration/Rules/0/Prefix", ""), "expires or moves what is in use"),
    (cut("FilesBucket/Properties/LifecycleConfiguration/Rules/1"), "A request in preparing/ does not go away"),
    (cut("FilesBucket/Properties/LifecycleConfiguration/Rules/2"), "A deck that was read does not go away"),
    (cut("FilesBucket/Properties/LifecycleConfiguration/Rules/3"), "never finished"),
    (cut(f"PrepareRole/{ROLE}/0/Action/3"), "prepare is not allowed dynamodb:UpdateItem"),
    (put(f"PrepareRole/{ROLE}/1/Resource", "arn:aws:s3:::note-ninja-files-111122223333/notes/*"), "prepare may s3:DeleteObject in notes/"),
    (put("FilesBucket/Properties/CorsConfiguration/CorsRules/0/AllowedOrigins", ["*"]), "Other origins"),
    (cut("FilesBucket/Properties/CorsConfiguration/CorsRules/0/ExposedHeaders"), "cannot read the ETag"),
    (
        put("FilesBucket/Properties/CorsConfiguration/CorsRules/0/ExposedHeaders", ["ETag"]),
        "The bucket lets the page read other headers",
    ),
    (
        put("FilesBucket/Properties/CorsConfiguration/CorsRules/0/AllowedHeaders", ["content-type"]),
        "ask for a part of a file",
    ),
    (put("FilesBucket/Properties/BucketName", "other"), "another FILES_BUCKET"),
    # Faults in public headers, caching and routes (`edge.py`).
    (header("x-frame-options", "SAMEORIGIN"), "x-frame-options is 'DENY'"),
    (header("x-new", "1"), "x-new is 'None'"),
    (
        cut(
            "SecurityHeaders/Properties/ResponseHeadersPolicyConfig/SecurityHeadersConfig/StrictTransportSecurity/Preload"
        ),
        "strict-transport-security",
    ),
    (cut(f"{CONFIG}/CacheBehaviors/1/ResponseHeadersPolicyId"), "no security headers"),
    (put(f"{CONFIG}/CacheBehaviors/2/CachePolicyId", "658327ea-f89d-4fab-a63d-7e88639e58f6"), "must pass uncached"),
    (put(f"{CONFIG}/CacheBehaviors/2/Compress", True), "must not be compressed"),
    (put("PageCaching/Properties/CachePolicyConfig/MaxTTL", 0), "compresses nothing"),
    (put("PageCaching/Properties/CachePolicyConfig/MinTTL", 60), "The page is cached"),
    (put(f"{CONFIG}/HttpVersion", "http2"), "HTTP/3"),
    (put(f"{CONFIG}/Aliases", [{"Ref": "DomainName"}]), "asks for one where there is none"),
    (put(f"{CONFIG}/ViewerCertificate/Fn::If/1/AcmCertificateArn", {"Ref": "WebAclArn"}), "does not show CertificateArn"),
    (put(f"{CONFIG}/ViewerCertificate/Fn::If/1/MinimumProtocolVersion", "TLSv1"), "outdated TLS"),
    (cut("HostName/Condition"), "is not entered into HostedZoneId"),
    (cut("HostName/Properties/RecordSets/1"), "for IPv4 and IPv6"),
    (put(f"{CONFIG}/IPV6Enabled", False), "does not speak IPv6"),
    (cut(f"{CONFIG}/Origins/1/OriginCustomHeaders"), "around the CDN"),
    (code("api_settings", "x-note-ninja-origin", "x-other"), "around the CDN"),
    (cut(f"{CONFIG}/Origins/0/OriginAccessControlId"), "does not sign"),
    (cut(f"{FILES}/DefaultCacheBehavior/TrustedKeyGroups"), "can read it"),
    (cut("FilesHeaders/Properties/ResponseHeadersPolicyConfig/CorsConfig"), "the page may not read"),
    (cut(f"{FILES}/DefaultCacheBehavior/ResponseHeadersPolicyId"), "the page may not read"),
    (
        cut("FilesHeaders/Properties/ResponseHeadersPolicyConfig/CorsConfig/AccessControlExposeHeaders"),
        "CloudFront lets the page read other headers",
    ),
    (put("FilesHeaders/Properties/ResponseHeadersPolicyConfig/CorsConfig/AccessControlAllowOrigins/Items", []), "let the page read files"),
    (cut("FilesHeaders/Properties/ResponseHeadersPolicyConfig/CorsConfig/AccessControlAllowHeaders"), "let the page read files"),
    (put("FilesHeaders/Properties/ResponseHeadersPolicyConfig/CorsConfig/AccessControlAllowMethods/Items", ["GET"]), "let the page read files"),
    (put("FilesHeaders/Properties/ResponseHeadersPolicyConfig/CorsConfig/AccessControlAllowCredentials", True), "takes cookies"),
    (put(f"{FILES}/CacheBehaviors", [{"PathPattern": "/notes/*"}]), "can read it"),
    (put("FilesKeyGroup/Properties/KeyGroupConfig/Items", ["K123"]), "trusts other keys"),
    (cut(f"{FILES}/Origins/0/OriginAccessControlId"), "asks of the bucket of files"),
    (put(f"{FILES}/Origins/0/DomainName", "other.s3.ca-central-1.amazonaws.com"), "reads files elsewhere"),
    (put(f"{FILES}/DefaultCacheBehavior/ViewerProtocolPolicy", "allow-all"), "served without TLS"),
    (in_store(r'"response-cache-control"', '"response-expires"'), "addresses ask for"),
    (code("operations", "note-ninja-files-key", "that"), "the secret that OPERATIONS.md has ops make"),
    (put("ApiFunction/Properties/Environment/Variables/FILES_ORIGIN", "https://a.net"), "must not look for one"),
    (cut("FilesBucketPolicy/Properties/PolicyDocument/Statement/2"), "read what was not checked"),
    (cut("FilesBucketPolicy/Properties/PolicyDocument/Statement/2/Resource/1"), "read what is withheld"),
    (put(f"{CONFIG}/CacheBehaviors/3/PathPattern", "/*"), "to the bucket of files"),
    (put(f"{CONFIG}/CacheBehaviors/3/PathPattern", "/notes/*"), "to the bucket of files"),
    (put(f"{CONFIG}/CacheBehaviors/0/TargetOriginId", "pictures"), "to the bucket of files"),
    (put(f"{CONFIG}/DefaultCacheBehavior/TargetOriginId", "pictures"), "to the bucket of files"),
    (cut(f"{CONFIG}/CacheBehaviors/3"), "to the bucket of files"),
    (put(f"{CONFIG}/CacheBehaviors/3/AllowedMethods", ["GET", "HEAD", "OPTIONS", "PUT"]), "Pictures are read, and nothing"),
    (put(f"{CONFIG}/CacheBehaviors/3/CachePolicyId", CACHED_LONG), "by a rule of their own"),
    (put("FilesCaching/Properties/CachePolicyConfig/MinTTL", 3600), "that was withheld can be loaded"),
    (put("FilesCaching/Properties/CachePolicyConfig/MaxTTL", 3600), "that was withheld can be loaded"),
    (put("PicturesCaching/Properties/CachePolicyConfig/MinTTL", 3600), "A picture that was taken away"),
    (put("PicturesCaching/Properties/CachePolicyConfig/MaxTTL", 3600), "A picture that was taken away"),
    (in_store("max-age=3600, s-maxage=45", "max-age=3600, s-maxage=3600"), "for more than a minute"),
    (put(f"{PICTURES_QUERY}/QueryStringBehavior", "all"), "by what stands behind its name"),
    (cut(f"{CONFIG}/Origins/2/OriginAccessControlId"), "what it asks for pictures"),
    (put(f"{CONFIG}/Origins/2/OriginPath", "/notes"), "what it asks for pictures"),
    (put(f"{FILES_POLICY}/3/Resource", {"Fn::Sub": "${FilesBucket.Arn}/*"}), "more than pictures without a signature"),
    (put(f"{FILES_POLICY}/3/Resource", {"Fn::Sub": "${FilesBucket.Arn}/p*"}), "more than pictures without a signature"),
    (cut(f"{FILES_POLICY}/3"), "more than pictures without a signature"),
    (put(f"{FILES_POLICY}/3/Action", ["s3:GetObject", "s3:PutObject"]), "do more than read pictures"),
    (cut(f"{FILES_POLICY}/3/Condition"), "more than our own distribution"),
    (put("CursorKey/Properties/GenerateSecretString/PasswordLength", 44), "42 characters"),
    (
        put("PageRouting/Properties/FunctionCode", "function handler(e) { return e.request; }"),
        "answers /browse with /browse",
    ),
    (crawlers("newbot"), "instead of /api/crawlers/pages/"),
    (crawlers(), "which is not in infra/crawlers.json"),
    (put(f"{CONFIG}/CustomErrorResponses", [{"ErrorCode": 404}]), "hide its answers"),
    (put("RequestRoute/Properties/RouteKey", "POST /api/course-requests"), "which the API does not have"),
    (put("GatewayStage/DependsOn", ["AnyRoute"]), "could not be set"),
    (put("GatewayStage/Properties/RouteSettings", {}), "without a throttle of its own"),
    (cut("WebAcl/Properties/Rules/0"), "lets one client try to sign in"),
    (put("WebAcl/Properties/Rules/0/Statement/RateBasedStatement/Limit", 20000), "2000 requests to /api/auth"),
    (put(f"{SCOPE}/SearchString", "/api/uploads"), "2000 requests to /api/auth"),
    (cut(f"{SCOPE}/TextTransformations/1"), "however its path is spelt"),
    (put("WebAcl/Properties/Rules/1/Statement/RateBasedStatement/AggregateKeyType", "CONSTANT"), "20000 requests"),
    (put("WebAcl/Properties/Rules/1/Action", {"Count": {}}), "is only counted"),
    (put("WebAcl/Properties/Scope", "REGIONAL"), "is none for CloudFront"),
    (put("WebAcl/Properties/Rules/0/VisibilityConfig/SampledRequestsEnabled", True), "keeps samples"),
    (put("WebAcl/Properties/CustomResponseBodies/TooManyTries/Content", "{}"), "page cannot read"),
    (cut("WebAcl/Condition"), "outside us-east-1"),
    (put(f"{CONFIG}/WebACLId", {"Ref": "WebAclArn"}), "No firewall stands before"),
    (written("Parameters/Firewall/Default", "off"), "off by default"),
    (in_edge("Resources/WebAcl/Properties/Rules/1/Statement/RateBasedStatement/Limit", 30000), "differ"),
    (in_edge("Outputs/WebAclArn", None), "does not say its ARN"),
    (put("GatewayStage/Properties/AccessLogSettings/Format", "$context.identity.sourceIp"), "who was there"),
    # Faults in the user pool, alarms, the dashboard and descriptions (`people.py`).
    (put("UserPool/Properties/UsernameConfiguration/CaseSensitive", True), "UsernameConfiguration"),
    (put("UserPool/Properties/EmailConfiguration/Fn::If/0", "HasZone"), "is not sent by MailIdentityArn"),
    (put("UserPool/Properties/Policies/PasswordPolicy/TemporaryPasswordValidityDays", 3), "does not say 3 days"),
    (add("UserPoolClient/Properties/ExplicitAuthFlows", "ALLOW_USER_PASSWORD_AUTH"), "ExplicitAuthFlows"),
    (put("UserPoolClient/Properties/PreventUserExistenceErrors", "LEGACY"), "PreventUserExistenceErrors"),
    (cut("UserPoolClient/Properties/RefreshTokenRotation"), "RefreshTokenRotation"),
    (put("UserPoolAccountsClient/Properties/RefreshTokenValidity", 43200), "UserPoolAccountsClient: RefreshTokenValidity"),
    (cut("UserPoolAccountsClient/Properties/GenerateSecret"), "UserPoolAccountsClient: GenerateSecret"),
    (put("UserPoolAccountsClient/Properties/AllowedOAuthFlows", ["code"]), "has an OAuth flow"),
    (cut("UserPool/Properties/LambdaConfig"), "does not ask the function tokens"),
    (put("UserPool/Properties/LambdaConfig/PreTokenGenerationConfig/LambdaVersion", "V1_0"), "does not ask the function tokens"),
    (put("TokensFunction/Properties/FunctionName", "other"), "does not ask the function tokens"),
    (put("TokensMayBeAsked/Properties/Principal", "*"), "Not our user pool alone"),
    (
        put("TokensFunction/Properties/Environment/Variables/USER_POOL_CLIENT_ID", {"Ref": "UserPoolAccountsClient"}),
        "takes the scope from other tokens",
    ),
    (put("Administrators/Properties/GroupName", "admin"), "reads 'admins'"),
    (cut("SecondAdministratorMembership"), "not exactly two administrators"),
    (put("SecondAdministratorAccount/Properties/Username", "me@example.edu"), "addresses are not the parameters"),
    (
        put(
            "SignInRefused/Properties/FilterPattern", '{ ($.fields.route = "/api/sign-in") && ($.fields.status = 401) }'
        ),
        "which the API does not have",
    ),
    (cut("ChangesFunctionEventInvokeConfig/Properties/DestinationConfig"), "what is given up must go to a queue"),
    (put("ChangesFunctionNightly/Properties/Targets/0/Input", '{"reconcile":{"mend":true}}'), "does not read the event"),
    (put("FilesDisagree/Properties/FilterPattern", "{ $.fields.wrong > 0 }"), "counts other lines"),
    (cut("IngestFailsAlarm"), "No alarm rings when ingest fails"),
    (cut("StreamLagAlarm"), "No alarm watches IteratorAge"),
    (cut("StreamLagAlarm/Properties/AlarmActions"), "tells nobody"),
    (cut("StreamLagAlarm/Properties/OKActions"), "does not tell when all is well again"),
    (put("NoTrafficAlarm/Properties/TreatMissingData", "notBreaching"), "takes silence for"),
    (put("StreamLagAlarm/Properties/TreatMissingData", "breaching"), "takes silence for"),
    (cut("CertificateExpiresAlarm"), "No alarm watches DaysToExpiry"),
    (put("CdnErrorsAlarm/Properties/Threshold", 5), "differs between template.yaml and infra/edge.yaml"),
    (put("AlarmMail/Condition", "IsInUsEast1"), "whose alarms nobody hears"),
    (written("Parameters/AlarmEmail/Default", ""), "whose alarms nobody hears"),
    (code("costs", r"25 alarms", "16 alarms"), "does not count"),
    (put("StreamLagAlarm/Properties/AlarmDescription", "Late."), "does not name its section"),
    (put("Dashboard/Properties/DashboardBody", {"Fn::Sub": '{"widgets": ["slow_load"]}'}), "does not show inp"),
    (put("Dashboard/Properties/DashboardBody", {"Fn::Sub": '{"widgets": [],}'}), "is not JSON"),
    (code("operations", "### stream-lag", "### other"), "has no section '### stream-lag'"),
    (code("operations", "`KeyGeneration`", "that"), "does not explain the parameter `KeyGeneration`"),
]

# Faults for the linter, all applied at once, each with a word of the expected message.
LINTED = [
    (put("ApiFunction/Properties/MemorySize", 64), "ApiFunction"),
    (put("ApiFunction/Properties/Runtime", "rust1.x"), "Runtime"),
    (put("Table/Properties/BillingMode", "FREE"), "BillingMode"),
    (put("IngestDeadLetters/Properties/MessageRetentionPeriod", 99999999), "IngestDeadLetters"),
    (put("ApiLog/Properties/RetentionInDays", 31), "ApiLog"),
    (put("UserPool/Properties/UserPoolTier", "CHEAP"), "UserPoolTier"),
    (put("SiteAccess/Properties/OriginAccessControlConfig/SigningBehaviour", "always"), "SigningBehaviour"),
    (put("Gateway/Properties/Name", {"Ref": "Nobody"}), "Nobody"),
    (put("AlarmMail/Condition", "HasNothing"), "HasNothing"),
    (put("HostName/Type", "AWS::Route53::RecordSetGroups"), "RecordSetGroups"),
    (
        put("GatewayStage/Properties/AccessLogSettings/DestinationArn", {"Fn::GetAtt": ["GatewayLog", "Name"]}),
        "GatewayLog",
    ),
]


def missed(world, checks, lint):
    """Yields a message for each known fault that no check detected."""
    for number, (plant, wanted) in enumerate(FAULTS, start=1):
        other = world.changed()
        plant(other)
        said = [line for check in checks for line in check(other)]
        if wanted is not None and not any(wanted in line for line in said):
            yield f"Planted fault {number} ('{wanted}') was not caught. Said: {said[:3]}"
    other = world.changed()
    for plant, _ in LINTED:
        plant(other)
    said = list(lint(other.stack))
    for _, wanted in LINTED:
        if not any(wanted in line for line in said):
            yield f"The linter did not notice the planted fault at {wanted}. Said: {said[:20]}"
