//! Creates the table and the buckets for local servers and tests. On AWS the template creates them.

use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType, Projection, ProjectionType,
    ScalarAttributeType, StreamSpecification, StreamViewType, TimeToLiveSpecification,
};
use aws_sdk_s3::error::ProvideErrorMetadata;

use crate::client::Store;
use crate::table::{map_build_error, map_sdk_error};
use model::error::Result;
use model::keys::{EXPIRES_AT, GSI1, GSI1_PK, GSI1_SK, PK, SK};

/// Creates the table with its index, stream and expiry, unless it exists.
pub async fn create_table_if_absent(store: &Store) -> Result<()> {
    let index = GlobalSecondaryIndex::builder()
        .index_name(GSI1)
        .set_key_schema(Some(key_schema(GSI1_PK, GSI1_SK)?))
        .projection(Projection::builder().projection_type(ProjectionType::All).build())
        .build()
        .map_err(map_build_error)?;
    let mut attributes = Vec::new();
    for name in [PK, SK, GSI1_PK, GSI1_SK] {
        attributes.push(
            AttributeDefinition::builder()
                .attribute_name(name)
                .attribute_type(ScalarAttributeType::S)
                .build()
                .map_err(map_build_error)?,
        );
    }
    let answer = store
        .dynamodb()
        .create_table()
        .table_name(store.table())
        .billing_mode(BillingMode::PayPerRequest)
        .set_attribute_definitions(Some(attributes))
        .set_key_schema(Some(key_schema(PK, SK)?))
        .global_secondary_indexes(index)
        .stream_specification(
            StreamSpecification::builder()
                .stream_enabled(true)
                .stream_view_type(StreamViewType::NewAndOldImages)
                .build()
                .map_err(map_build_error)?,
        )
        .send()
        .await;
    match answer {
        Ok(_) => {}
        Err(error) if error.code() == Some("ResourceInUseException") => return Ok(()),
        Err(error) => return Err(map_sdk_error(error)),
    }
    store
        .dynamodb()
        .update_time_to_live()
        .table_name(store.table())
        .time_to_live_specification(
            TimeToLiveSpecification::builder()
                .attribute_name(EXPIRES_AT)
                .enabled(true)
                .build()
                .map_err(map_build_error)?,
        )
        .send()
        .await
        .map_err(map_sdk_error)?;
    Ok(())
}

/// Creates both buckets, unless they exist.
pub async fn create_buckets_if_absent(store: &Store) -> Result<()> {
    for bucket in [&store.settings().files_bucket, &store.settings().site_bucket] {
        match store.s3().create_bucket().bucket(bucket).send().await {
            Ok(_) => {}
            Err(error) if matches!(error.code(), Some("BucketAlreadyOwnedByYou" | "BucketAlreadyExists")) => {}
            Err(error) => return Err(map_sdk_error(error)),
        }
    }
    Ok(())
}

fn key_schema(pk: &str, sk: &str) -> Result<Vec<KeySchemaElement>> {
    let element = |name: &str, kind: KeyType| {
        KeySchemaElement::builder().attribute_name(name).key_type(kind).build().map_err(map_build_error)
    };
    Ok(vec![element(pk, KeyType::Hash)?, element(sk, KeyType::Range)?])
}
