#![no_main]

// Each target needs some of what the properties share.
#[allow(dead_code)]
#[path = "../../properties/mod.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|data: &[u8]| properties::validate::check(data));
