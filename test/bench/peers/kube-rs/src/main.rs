//! kube-rs's watcher and reflector store on the pods of one server, as a contender of the bench.
//!
//! `kube-rs SERVER SENTINEL json|metadata` writes a line of JSON at each mark that it reaches: started, listed (the
//! first set is whole), watched (the sentinel pod is in the store) and relisted (so is its second version).

use std::{collections::HashMap, fmt::Debug, hash::Hash, io::Write, time::SystemTime};

use futures::{StreamExt, pin_mut};
use k8s_openapi::api::core::v1::Pod;
use kube::{
    Api, Client, Resource, ResourceExt,
    core::PartialObjectMeta,
    runtime::{
        WatchStreamExt,
        reflector::{self, Lookup},
        watcher::{Config, Event, watcher},
    },
};
use serde::de::DeserializeOwned;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, server, sentinel, mode] = &args[..] else {
        panic!("kube-rs SERVER SENTINEL json|metadata");
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");

    runtime.block_on(async {
        let config = kube::Config::new(server.parse().expect("a URL"));
        let client = Client::try_from(config).expect("a client");
        match mode.as_str() {
            "json" => follow::<Pod>(client, sentinel).await,
            "metadata" => follow::<PartialObjectMeta<Pod>>(client, sentinel).await,
            _ => panic!("no mode {mode}"),
        }
    });
}

/// Applies what the watcher says to a store, one event after the other, until the second version of the sentinel.
async fn follow<K>(client: Client, sentinel: &str)
where
    K: Resource + Lookup + Clone + Debug + DeserializeOwned + Send + 'static,
    <K as Resource>::DynamicType: Default,
    <K as Lookup>::DynamicType: Default + Eq + Hash + Clone,
{
    let (store, mut writer) = reflector::store::<K>();
    let versions = || {
        let of = |object: &std::sync::Arc<K>| {
            (
                format!(
                    "{}/{}",
                    object.namespace().unwrap_or_default(),
                    object.name_any()
                ),
                object.resource_version().unwrap_or_default().to_string(),
            )
        };
        store
            .state()
            .iter()
            .map(of)
            .collect::<HashMap<String, String>>()
    };
    let mut is_listed = false;
    let mut seen = 0;
    mark("started", None);
    let events = watcher(Api::<K>::all(client), Config::default()).default_backoff();
    pin_mut!(events);

    while let Some(event) = events.next().await {
        // What went wrong is tried again; the 410 is part of the bench.
        let Ok(event) = event else { continue };
        writer.apply_watcher_event(&event);
        match event {
            Event::InitDone if !is_listed => {
                is_listed = true;
                mark("listed", Some(versions()));
            }
            Event::Apply(object) if object.name_any() == sentinel => {
                seen += 1;
                mark(
                    if seen == 1 { "watched" } else { "relisted" },
                    Some(versions()),
                );
                if seen == 2 {
                    return;
                }
            }
            _ => {}
        }
    }
}

/// CPU and peak are those of the whole process; what it holds is its resident memory, since nothing collects here.
fn mark(name: &str, versions: Option<HashMap<String, String>>) {
    let at = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .expect("a clock")
        .as_secs_f64()
        * 1_000.0;
    let (cpu, peak) = usage();
    let mut line = serde_json::json!({
        "mark": name, "at": at, "cpuMs": cpu, "peakBytes": peak, "heapBytes": resident(), "versions": versions,
    });
    // Building the line costs CPU too, which is no part of the next phase.
    line["restCpuMs"] = usage().0.into();
    println!("{line}");
    std::io::stdout().flush().expect("somebody reads");
}

fn usage() -> (f64, i64) {
    // SAFETY: the call fills the struct that it is given.
    let usage = unsafe {
        let mut usage = std::mem::zeroed::<libc::rusage>();
        libc::getrusage(libc::RUSAGE_SELF, &mut usage);
        usage
    };
    let milliseconds = |time: libc::timeval| time.tv_sec as f64 * 1e3 + time.tv_usec as f64 / 1e3;

    (
        milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
        usage.ru_maxrss * 1_024,
    )
}

fn resident() -> i64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let resident = pages
        .split(' ')
        .nth(1)
        .and_then(|count| count.parse::<i64>().ok());

    resident.unwrap_or(0) * 4_096
}
