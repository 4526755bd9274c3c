//! Lambda function that publishes the catalogue, removes unused files and reconciles every night.

fn main() -> Result<(), lambda_runtime::Error> {
    lambda::run::<background::changes::ChangesFunction>()
}
