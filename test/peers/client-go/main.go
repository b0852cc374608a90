// An informer of client-go on the pods of one server. Each line of its standard input asks for its state, which is
// one line of JSON; it ends with its standard input, that is with the process that started it.
//
// With the word "elect" it is a candidate for the Lease "lock" of the namespace "default" instead.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// What the informer has at one moment.
type state struct {
	Synced bool `json:"synced"`
	// The last version that its reflector has seen.
	Position string `json:"position"`
	// The version of each pod, by namespace and name.
	Pods map[string]string `json:"pods"`
	// The handler's calls.
	Added   int64 `json:"added"`
	Updated int64 `json:"updated"`
	Deleted int64 `json:"deleted"`
}

func main() {
	if len(os.Args) == 4 && os.Args[1] == "elect" {
		elect(os.Args[2], os.Args[3])
		return
	}
	if len(os.Args) != 2 {
		fail("client-go SERVER, or client-go elect SERVER IDENTITY")
	}
	client, err := kubernetes.NewForConfig(&rest.Config{Host: os.Args[1]})
	if err != nil {
		fail(err)
	}
	factory := informers.NewSharedInformerFactory(client, 0)
	informer := factory.Core().V1().Pods().Informer()
	var added, updated, deleted atomic.Int64
	registration, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(any) { added.Add(1) },
		UpdateFunc: func(any, any) { updated.Add(1) },
		DeleteFunc: func(any) { deleted.Add(1) },
	})
	if err != nil {
		fail(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	factory.Start(ctx.Done())

	lines := bufio.NewScanner(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		pods := map[string]string{}
		for _, object := range informer.GetStore().List() {
			pod := object.(*corev1.Pod)
			pods[pod.Namespace+"/"+pod.Name] = pod.ResourceVersion
		}
		now := state{
			Synced:   registration.HasSynced(),
			Position: informer.LastSyncResourceVersion(),
			Pods:     pods,
			Added:    added.Load(),
			Updated:  updated.Load(),
			Deleted:  deleted.Load(),
		}
		if err := out.Encode(now); err != nil {
			fail(err)
		}
	}
}

func fail(problem any) {
	fmt.Fprintln(os.Stderr, problem)
	os.Exit(1)
}
