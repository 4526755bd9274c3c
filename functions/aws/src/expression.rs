//! Conditions on items and their DynamoDB expressions.
//!
//! DynamoDB takes an expression as text with placeholders, and two maps with names and values. Code builds a typed
//! [`Condition`], and [`ExpressionBuilder`] writes the text and both maps together. Every attribute gets a placeholder,
//! so none can clash with a reserved word and no value can be missing.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;

use crate::codec;
use model::error::Result;
use model::keys::PK;

/// Condition of a write. The write fails if the item does not meet it.
#[derive(Debug)]
#[must_use = "a condition counts only in a write"]
pub struct Condition(Expr);

#[derive(Debug)]
enum Expr {
    /// A path, an operator, a value: `#likes > :v0`.
    Compare(String, &'static str, Result<AttributeValue>),
    /// Size of the value at a path equals a number: `size(#path) = :v0`.
    Size(String, Result<AttributeValue>),
    /// Value at a path equals one of several values.
    OneOf(String, Vec<Result<AttributeValue>>),
    /// Text at a path begins with a prefix.
    BeginsWith(String, Result<AttributeValue>),
    /// The path exists.
    Present(String),
    /// The path does not exist.
    Absent(String),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
}

/// Requires that the item exists.
pub fn exists() -> Condition {
    attribute(PK).is_present()
}

/// Requires that the item does not exist.
pub fn absent() -> Condition {
    attribute(PK).is_absent()
}

/// Selects an attribute of the item, or a nested one by dots: `note.likes`.
pub fn attribute(path: impl Into<String>) -> Attribute {
    Attribute(path.into())
}

/// Attribute of an item, from which conditions are built.
#[derive(Debug, Clone)]
#[must_use = "an attribute alone is no condition"]
pub struct Attribute(String);

impl Attribute {
    /// Requires this value.
    pub fn is(self, value: impl Serialize) -> Condition {
        self.compare("=", &value)
    }

    /// Requires a smaller value.
    pub fn is_below(self, value: impl Serialize) -> Condition {
        self.compare("<", &value)
    }

    /// Requires this value or a smaller one.
    pub fn is_at_most(self, value: impl Serialize) -> Condition {
        self.compare("<=", &value)
    }

    /// Requires a larger value.
    pub fn is_above(self, value: impl Serialize) -> Condition {
        self.compare(">", &value)
    }

    /// Requires this value or a larger one.
    pub fn is_at_least(self, value: impl Serialize) -> Condition {
        self.compare(">=", &value)
    }

    /// Requires one of these values.
    pub fn is_one_of<T: Serialize>(self, values: impl IntoIterator<Item = T>) -> Condition {
        Condition(Expr::OneOf(self.0, values.into_iter().map(|value| codec::to_attribute(&value)).collect()))
    }

    /// Requires a text with this prefix.
    pub fn begins_with(self, prefix: &str) -> Condition {
        Condition(Expr::BeginsWith(self.0, codec::to_attribute(&prefix)))
    }

    /// Requires this number of elements, characters or bytes.
    pub fn size_eq(self, size: usize) -> Condition {
        Condition(Expr::Size(self.0, codec::to_attribute(&size)))
    }

    /// Requires that the attribute exists.
    pub fn is_present(self) -> Condition {
        Condition(Expr::Present(self.0))
    }

    /// Requires that the attribute does not exist.
    pub fn is_absent(self) -> Condition {
        Condition(Expr::Absent(self.0))
    }

    /// Requires this value or a missing attribute.
    pub fn eq_or_absent(self, value: impl Serialize) -> Condition {
        self.clone().is_absent().or(self.is(value))
    }

    /// Requires this value, or a missing attribute for `None`.
    pub fn eq_option(self, value: Option<impl Serialize>) -> Condition {
        match value {
            Some(value) => self.is(value),
            None => self.is_absent(),
        }
    }

    fn compare(self, operator: &'static str, value: &impl Serialize) -> Condition {
        Condition(Expr::Compare(self.0, operator, codec::to_attribute(value)))
    }
}

impl Condition {
    /// Requires both conditions.
    pub fn and(self, other: Self) -> Self {
        Self(Expr::And(Box::new(self.0), Box::new(other.0)))
    }

    /// Requires at least one of the conditions.
    pub fn or(self, other: Self) -> Self {
        Self(Expr::Or(Box::new(self.0), Box::new(other.0)))
    }
}

/// Attribute names by placeholder.
type Names = HashMap<String, String>;

/// Values by placeholder.
type Values = HashMap<String, AttributeValue>;

/// Placeholders in the expressions of one request, with their names and values.
#[derive(Debug, Default)]
pub(crate) struct ExpressionBuilder {
    names: Names,
    values: Values,
}

impl ExpressionBuilder {
    /// Renders a condition as text.
    pub(crate) fn condition(&mut self, condition: Condition) -> Result<String> {
        self.node(condition.0)
    }

    /// Returns the placeholder of a path, such as `#note.#likes`.
    pub(crate) fn path(&mut self, path: &str) -> String {
        let mut text = String::with_capacity(path.len() + 2);
        for step in path.split('.') {
            let placeholder = format!("#{step}");
            if !text.is_empty() {
                text.push('.');
            }
            text.push_str(&placeholder);
            self.names.insert(placeholder, step.to_owned());
        }
        text
    }

    /// Returns the placeholder of a value, such as `:v0`.
    pub(crate) fn value(&mut self, value: Result<AttributeValue>) -> Result<String> {
        let placeholder = format!(":v{}", self.values.len());
        self.values.insert(placeholder.clone(), value?);
        Ok(placeholder)
    }

    /// Returns names and values for the request. Empty maps become `None`, because DynamoDB rejects them.
    pub(crate) fn into_maps(self) -> (Option<Names>, Option<Values>) {
        let Self { names, values } = self;
        ((!names.is_empty()).then_some(names), (!values.is_empty()).then_some(values))
    }

    fn node(&mut self, node: Expr) -> Result<String> {
        Ok(match node {
            Expr::Compare(path, operator, value) => {
                format!("{} {operator} {}", self.path(&path), self.value(value)?)
            }
            Expr::Size(path, value) => format!("size({}) = {}", self.path(&path), self.value(value)?),
            Expr::OneOf(path, values) => {
                let path = self.path(&path);
                let values: Vec<String> = values.into_iter().map(|value| self.value(value)).collect::<Result<_>>()?;
                format!("{path} IN ({})", values.join(", "))
            }
            Expr::BeginsWith(path, value) => format!("begins_with({}, {})", self.path(&path), self.value(value)?),
            Expr::Present(path) => format!("attribute_exists({})", self.path(&path)),
            Expr::Absent(path) => format!("attribute_not_exists({})", self.path(&path)),
            Expr::And(one, other) => format!("{} AND {}", self.operand(*one)?, self.operand(*other)?),
            Expr::Or(one, other) => format!("{} OR {}", self.node(*one)?, self.node(*other)?),
        })
    }

    /// Renders an operand of `AND`. `AND` binds more strongly than `OR`, so an `OR` needs parentheses.
    fn operand(&mut self, node: Expr) -> Result<String> {
        let is_or = matches!(node, Expr::Or(..));
        let text = self.node(node)?;
        Ok(if is_or { format!("({text})") } else { text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{number, text};

    #[track_caller]
    fn check(condition: Condition, expected: &str, names: &[(&str, &str)], values: &[AttributeValue]) {
        let mut rendering = ExpressionBuilder::default();
        assert_eq!(rendering.condition(condition).unwrap(), expected);
        let expected_names: HashMap<String, String> =
            names.iter().map(|(placeholder, name)| ((*placeholder).to_owned(), (*name).to_owned())).collect();
        let expected_values: HashMap<String, AttributeValue> =
            values.iter().enumerate().map(|(place, value)| (format!(":v{place}"), value.clone())).collect();
        let (names, values) = rendering.into_maps();
        assert_eq!(names.unwrap_or_default(), expected_names);
        assert_eq!(values.unwrap_or_default(), expected_values);
    }

    #[test]
    fn every_attribute_and_every_value_has_a_placeholder() {
        check(exists(), "attribute_exists(#pk)", &[("#pk", "pk")], &[]);
        check(absent(), "attribute_not_exists(#pk)", &[("#pk", "pk")], &[]);
        check(attribute("status").is("waiting"), "#status = :v0", &[("#status", "status")], &[text("waiting")]);
        check(attribute("likes").is_below(3), "#likes < :v0", &[("#likes", "likes")], &[number(3)]);
        check(attribute("likes").is_at_most(3), "#likes <= :v0", &[("#likes", "likes")], &[number(3)]);
        check(attribute("likes").is_above(3), "#likes > :v0", &[("#likes", "likes")], &[number(3)]);
        check(attribute("likes").is_at_least(3), "#likes >= :v0", &[("#likes", "likes")], &[number(3)]);
        check(attribute("mosaic").size_eq(4), "size(#mosaic) = :v0", &[("#mosaic", "mosaic")], &[number(4)]);
        check(attribute("sk").begins_with("N#"), "begins_with(#sk, :v0)", &[("#sk", "sk")], &[text("N#")]);
        check(
            attribute("status").is_one_of(["waiting", "checking"]),
            "#status IN (:v0, :v1)",
            &[("#status", "status")],
            &[text("waiting"), text("checking")],
        );
    }

    #[test]
    fn each_segment_of_an_attribute_path_has_its_own_placeholder() {
        let names = [("#note", "note"), ("#likes", "likes")];
        check(attribute("note.likes").is(3), "#note.#likes = :v0", &names, &[number(3)]);
    }

    #[test]
    fn an_or_inside_an_and_is_parenthesized() {
        let version = attribute("version").eq_or_absent(0);
        check(
            exists().and(version),
            "attribute_exists(#pk) AND (attribute_not_exists(#version) OR #version = :v0)",
            &[("#pk", "pk"), ("#version", "version")],
            &[number(0)],
        );
        let any = attribute("a").is(1).and(attribute("b").is(2)).or(attribute("c").is(3));
        check(
            any,
            "#a = :v0 AND #b = :v1 OR #c = :v2",
            &[("#a", "a"), ("#b", "b"), ("#c", "c")],
            &[number(1), number(2), number(3)],
        );
    }

    #[test]
    fn condition_on_an_optional_value_checks_for_a_missing_attribute() {
        check(attribute("photo").eq_option(Some("p")), "#photo = :v0", &[("#photo", "photo")], &[text("p")]);
        let none = attribute("photo").eq_option(None::<&str>);
        check(none, "attribute_not_exists(#photo)", &[("#photo", "photo")], &[]);
    }
}
