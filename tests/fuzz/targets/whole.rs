#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| bouton_fuzz::properties::whole::check(data));
