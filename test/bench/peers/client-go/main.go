// client-go's Reflector on the pods of one server, as a contender of the bench.
//
// client-go SERVER SENTINEL json|protobuf|metadata writes a line of JSON at each mark that it reaches: started, listed
// (the first set is whole), watched (the sentinel pod is in the store) and relisted (so is its second version).
// client-go encode turns lines of JSON into what a server sends in protobuf; see encode.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == "encode" {
		encode(os.Stdin, os.Stdout)
		return
	}
	if len(os.Args) != 4 {
		fail("client-go SERVER SENTINEL json|protobuf|metadata, or client-go encode")
	}
	server, sentinel, mode := os.Args[1], os.Args[2], os.Args[3]
	ctx, cancel := context.WithCancel(context.Background())
	store := &following{Store: cache.NewStore(cache.MetaNamespaceKeyFunc), sentinel: sentinel, done: cancel}
	mark("started", nil)
	lister, example := source(server, mode)
	cache.NewReflectorWithOptions(lister, example, store, cache.ReflectorOptions{Name: "bench"}).RunWithContext(ctx)
}

// Where the pods come from, and an example of what comes.
func source(server, mode string) (cache.ListerWatcher, any) {
	config := &rest.Config{Host: server, QPS: -1}
	if mode == "metadata" {
		pods := must(metadata.NewForConfig(config)).Resource(corev1.SchemeGroupVersion.WithResource("pods"))
		return &cache.ListWatch{
			ListWithContextFunc: func(ctx context.Context, options metav1.ListOptions) (list runtimeObject, err error) {
				return pods.List(ctx, options)
			},
			WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
				return pods.Watch(ctx, options)
			},
		}, &metav1.PartialObjectMetadata{}
	}
	if mode == "protobuf" {
		config.ContentType = "application/vnd.kubernetes.protobuf"
		config.AcceptContentTypes = "application/vnd.kubernetes.protobuf"
	}
	client := must(kubernetes.NewForConfig(config)).CoreV1().RESTClient()
	return cache.NewListWatchFromClient(client, "pods", "", fields.Everything()), &corev1.Pod{}
}

// A store that marks where the reflector has come to.
type following struct {
	cache.Store
	sentinel string
	done     func()
	listed   bool
	seen     int
}

func (s *following) Replace(objects []any, version string) error {
	err := s.Store.Replace(objects, version)
	if !s.listed {
		s.listed = true
		mark("listed", s.Store)
	}
	return err
}

func (s *following) Add(object any) error {
	err := s.Store.Add(object)
	s.look(object)
	return err
}

func (s *following) Update(object any) error {
	err := s.Store.Update(object)
	s.look(object)
	return err
}

func (s *following) look(object any) {
	if object.(metav1.Object).GetName() != s.sentinel {
		return
	}
	s.seen++
	if s.seen == 1 {
		mark("watched", s.Store)
	} else {
		mark("relisted", s.Store)
		s.done()
	}
}

type line struct {
	Mark      string            `json:"mark"`
	At        float64           `json:"at"`
	CPU       float64           `json:"cpuMs"`
	RestCPU   float64           `json:"restCpuMs"`
	HeapBytes uint64            `json:"heapBytes"`
	PeakBytes int64             `json:"peakBytes"`
	Versions  map[string]string `json:"versions"`
}

func mark(name string, store cache.Store) {
	at := float64(time.Now().UnixMicro()) / 1_000
	cpu, peak := usage()
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	versions := map[string]string{}
	if store != nil {
		for _, object := range store.List() {
			about := must(meta.Accessor(object))
			versions[about.GetNamespace()+"/"+about.GetName()] = about.GetResourceVersion()
		}
	}
	encoded := must(json.Marshal(versions))
	rest, _ := usage()
	must(fmt.Printf("%s\n", must(json.Marshal(struct {
		line
		Versions json.RawMessage `json:"versions"`
	}{line{name, at, cpu, rest, memory.HeapAlloc, peak, nil}, encoded}))))
}

// Milliseconds of CPU of all threads, and the most memory that was resident.
func usage() (cpu float64, peak int64) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		fail(err)
	}
	of := func(time syscall.Timeval) float64 { return float64(time.Sec)*1e3 + float64(time.Usec)/1e3 }
	return of(usage.Utime) + of(usage.Stime), usage.Maxrss * 1_024
}

func must[T any](value T, err error) T {
	if err != nil {
		fail(err)
	}
	return value
}

func fail(problem any) {
	fmt.Fprintln(os.Stderr, problem)
	os.Exit(1)
}
