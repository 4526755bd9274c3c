//! Consumed capacity as DynamoDB reports it. Only in builds for measurements, because the report makes every response
//! longer.

use std::sync::{Arc, Mutex, PoisonError};

use aws_sdk_dynamodb::config::interceptors::{
    AfterDeserializationInterceptorContextRef, BeforeSerializationInterceptorContextMut,
};
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItemInput, BatchGetItemOutput};
use aws_sdk_dynamodb::operation::delete_item::{DeleteItemInput, DeleteItemOutput};
use aws_sdk_dynamodb::operation::get_item::{GetItemInput, GetItemOutput};
use aws_sdk_dynamodb::operation::put_item::{PutItemInput, PutItemOutput};
use aws_sdk_dynamodb::operation::query::{QueryInput, QueryOutput};
use aws_sdk_dynamodb::operation::transact_write_items::{TransactWriteItemsInput, TransactWriteItemsOutput};
use aws_sdk_dynamodb::operation::update_item::{UpdateItemInput, UpdateItemOutput};
use aws_sdk_dynamodb::types::{ConsumedCapacity, ReturnConsumedCapacity};

/// Capacity consumed since the last reading. DynamoDB reports nothing for a request whose condition failed.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Consumed {
    /// Number of completed requests.
    pub requests: u32,
    /// Read capacity units.
    pub reads: f64,
    /// Write capacity units, of the table and its index.
    pub writes: f64,
}

/// Sums the consumed capacity of one store. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Meter(Arc<Mutex<Consumed>>);

impl Meter {
    /// Returns the capacity consumed since the last call and resets the meter.
    #[must_use]
    pub fn take(&self) -> Consumed {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn add(&self, is_write: bool, reported: &[ConsumedCapacity]) {
        let units: f64 = reported.iter().filter_map(ConsumedCapacity::capacity_units).sum();
        let mut consumed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        consumed.requests += 1;
        *(if is_write { &mut consumed.writes } else { &mut consumed.reads }) += units;
    }
}

impl Intercept for Meter {
    fn name(&self) -> &'static str {
        "capacity"
    }

    fn modify_before_serialization(
        &self,
        context: &mut BeforeSerializationInterceptorContextMut<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let input = context.input_mut();
        macro_rules! ask {
            ($($name:ty),*) => {$(
                if let Some(request) = input.downcast_mut::<$name>() {
                    request.return_consumed_capacity = Some(ReturnConsumedCapacity::Total);
                }
            )*};
        }
        ask!(
            GetItemInput,
            BatchGetItemInput,
            QueryInput,
            PutItemInput,
            UpdateItemInput,
            DeleteItemInput,
            TransactWriteItemsInput
        );
        Ok(())
    }

    fn read_after_deserialization(
        &self,
        context: &AfterDeserializationInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let Ok(output) = context.output_or_error() else { return Ok(()) };
        macro_rules! count {
            ($($name:ty, $is_write:literal);*) => {$(
                if let Some(answer) = output.downcast_ref::<$name>()
                    && let Some(reported) = answer.consumed_capacity()
                {
                    self.add($is_write, std::slice::from_ref(reported));
                }
            )*};
        }
        count!(
            GetItemOutput, false; QueryOutput, false;
            PutItemOutput, true; UpdateItemOutput, true; DeleteItemOutput, true
        );
        if let Some(answer) = output.downcast_ref::<BatchGetItemOutput>() {
            self.add(false, answer.consumed_capacity());
        }
        if let Some(answer) = output.downcast_ref::<TransactWriteItemsOutput>() {
            self.add(true, answer.consumed_capacity());
        }
        Ok(())
    }
}
