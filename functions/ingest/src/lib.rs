//! Checks what was uploaded and publishes it: the Lambda function behind object-created events.
