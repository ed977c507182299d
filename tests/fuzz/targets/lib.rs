//! The properties that the targets share with the ordinary tests.

#[path = "../../properties/mod.rs"]
pub mod properties;
