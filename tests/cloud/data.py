"""Checks the table and the buckets: nothing is public, nothing is deleted by mistake, and only temporary files
expire."""

import re

from world import FUNCTIONS, as_list, resolved, text_of

HOLDS_DATA = ["Table", "FilesBucket", "SiteBucket", "UserPool"]
BUCKETS = ["FilesBucket", "SiteBucket"]


def kept(world):
    """Resources that hold data are retained when the stack is deleted or the resource is replaced."""
    for name in HOLDS_DATA:
        resource = world.resources.get(name, {})
        if resource.get("DeletionPolicy") != "Retain" or resource.get("UpdateReplacePolicy") != "Retain":
            yield f"{name} holds data and would be deleted with the stack."
    if world.properties("Table").get("DeletionProtectionEnabled") is not True:
        yield "The table can be deleted."
    if world.properties("UserPool").get("DeletionProtection") != "ACTIVE":
        yield "The user pool can be deleted."


def table(world):
    """The table has the keys, the index and the expiry attribute of the code, and point-in-time recovery."""
    properties = world.properties("Table")
    constants = dict(re.findall(r'pub const (\w+): &str = "(\w+)";', world.keys))
    keys = [(k["AttributeName"], k["KeyType"]) for k in properties.get("KeySchema", [])]
    if keys != [(constants["PK"], "HASH"), (constants["SK"], "RANGE")]:
        yield f"The table's key is {keys}; keys.rs says otherwise."
    indexes = {
        index["IndexName"]: [(k["AttributeName"], k["KeyType"]) for k in index["KeySchema"]]
        for index in properties.get("GlobalSecondaryIndexes", [])
        if index["Projection"] == {"ProjectionType": "ALL"}
    }
    if indexes != {constants["GSI1"]: [(constants["GSI1_PK"], "HASH"), (constants["GSI1_SK"], "RANGE")]}:
        yield f"The table's indexes are {indexes}; keys.rs knows one that projects everything."
    expiry = properties.get("TimeToLiveSpecification", {})
    if expiry != {"AttributeName": constants["EXPIRES_AT"], "Enabled": True}:
        yield "Items do not expire by the attribute that keys.rs names."
    if properties.get("StreamSpecification") != {"StreamViewType": "NEW_AND_OLD_IMAGES"}:
        yield "The stream does not show what an item was and is."
    if properties.get("PointInTimeRecoverySpecification", {}).get("PointInTimeRecoveryEnabled") is not True:
        yield "The table cannot be set back to an earlier second."
    if properties.get("BillingMode") != "PAY_PER_REQUEST":
        yield "The table is not billed per request."


def bucket_statements(world, name):
    """Returns the policy statements of a bucket, including those under a condition."""
    policies = [p for p in world.of_type("AWS::S3::BucketPolicy").values() if p["Properties"]["Bucket"] == {"Ref": name}]
    written = [s for p in policies for s in p["Properties"]["PolicyDocument"]["Statement"]]
    return [s["Fn::If"][1] if "Fn::If" in s else s for s in written]


def buckets(world):
    """Buckets are private, versioned, encrypted and reachable over TLS only."""
    for name in BUCKETS:
        properties = world.properties(name)
        block = properties.get("PublicAccessBlockConfiguration", {})
        wanted = ["BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets"]
        if [block.get(key) for key in wanted] != [True] * 4:
            yield f"{name} could be made public."
        if properties.get("VersioningConfiguration") != {"Status": "Enabled"}:
            yield f"{name} forgets what was overwritten."
        if "BucketEncryption" not in properties:
            yield f"{name} is not encrypted."
        statements = bucket_statements(world, name)
        tls = [
            s for s in statements if s["Effect"] == "Deny" and s["Principal"] == "*" and "SecureTransport" in text_of(s)
        ]
        if not tls or tls[0]["Action"] != "s3:*" or len(as_list(tls[0]["Resource"])) != 2:
            yield f"{name} answers without TLS."
        for statement in statements:
            if statement["Effect"] == "Allow" and "aws:SourceArn" not in text_of(statement.get("Condition", {})):
                yield f"{name} allows {statement['Action']} to more than our own distribution."


def lifecycle(world):
    """Only unprocessed uploads, requests and decks expire. Files in use, such as a catalogue that is a year old, never do."""
    for name in BUCKETS:
        rules = world.properties(name).get("LifecycleConfiguration", {}).get("Rules", [])
        for rule in rules:
            prefix = rule.get("Prefix", "")
            expires = {"ExpirationInDays", "ExpirationDate", "Transition", "Transitions"} & set(rule)
            if expires and not (name == "FilesBucket" and prefix in ("incoming/", "preparing/", "decks/")):
                yield f"{name}: the rule {rule['Id']} expires or moves what is in use ({prefix or 'everything'})."
            if rule.get("Status") != "Enabled":
                yield f"{name}: the rule {rule['Id']} is not enabled."
        if not any("AbortIncompleteMultipartUpload" in rule and "Prefix" not in rule for rule in rules):
            yield f"{name} keeps the parts of uploads that were never finished."
        if not any("NoncurrentVersionExpiration" in rule and "Prefix" not in rule for rule in rules):
            yield f"{name} keeps every version for ever."
    rules = world.properties("FilesBucket").get("LifecycleConfiguration", {}).get("Rules", [])
    for area, what in (("incoming/", "An unprocessed upload in incoming/"), ("preparing/", "A request in preparing/"), ("decks/", "A deck that was read")):
        if not any(rule.get("Prefix") == area and rule.get("ExpirationInDays") == 1 for rule in rules):
            yield f"{what} does not go away after a day."


def cors(world):
    """CORS lets only our page upload and read files."""
    rules = world.properties("FilesBucket").get("CorsConfiguration", {}).get("CorsRules", [])
    page = [
        (host, [resolved(world.stack["Outputs"]["PageUrl"]["Value"], host)]) for host in (None, "notes.example.edu")
    ]
    if len(rules) != 1:
        yield "The bucket of files does not have exactly one CORS rule."
    for rule in rules:
        for host, wanted in page:
            if [resolved(origin, host) for origin in rule["AllowedOrigins"]] != wanted:
                yield f"Other origins than the page's may reach files: {text_of(rule['AllowedOrigins'])}"
        if "ETag" not in rule.get("ExposedHeaders", []):
            yield "The page cannot read the ETag of a part it sent, so no upload in parts can be completed."
        if {h.lower() for h in rule.get("ExposedHeaders", [])} != world.exposed:
            yield "The bucket lets the page read other headers of files than the local server does."
        if set(rule["AllowedMethods"]) != {"GET", "HEAD", "PUT"}:
            yield "CORS must allow exactly GET, HEAD and PUT."
        if "*" in rule.get("AllowedHeaders", []):
            yield "CORS allows any header; name those that uploads are signed with."
        if "range" not in [h.lower() for h in rule.get("AllowedHeaders", [])]:
            yield "The page may not ask for a part of a file."
        for header in ("content-type", "x-amz-checksum-sha256"):
            if header not in [h.lower() for h in rule.get("AllowedHeaders", [])]:
                yield f"The page may not send {header}, which uploads are signed with."
    if "CorsConfiguration" in world.properties("SiteBucket"):
        yield "The site's bucket is read by CloudFront only; it needs no CORS."


def same_names(world):
    """Functions get the actual names of the buckets, and new objects in incoming/ and preparing/ trigger one each."""
    for variable, bucket in (("FILES_BUCKET", "FilesBucket"), ("SITE_BUCKET", "SiteBucket")):
        for function, name in FUNCTIONS.items():
            told = world.properties(name)["Environment"]["Variables"].get(variable, "")
            if told and resolved(told) != resolved(world.properties(bucket).get("BucketName", "")):
                yield f"{function} is told another {variable} than the name of {bucket}."
    events = world.properties("FilesBucket").get("NotificationConfiguration", {}).get("LambdaConfigurations", [])
    for area, name in (("incoming/", "IngestFunction"), ("preparing/", "PrepareFunction")):
        if not any(area in text_of(event) and name in text_of(event) for event in events):
            yield f"{name} is not notified when an object arrives in {area}."


CHECKS = [kept, table, buckets, lifecycle, cors, same_names]
