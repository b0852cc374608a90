package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"sync/atomic"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// What the candidate is at one moment.
type candidacy struct {
	Leads bool `json:"leads"`
	// The holder that it has seen last.
	Holder string `json:"holder"`
}

// A candidate with short times. Each line of its standard input asks for its state; the line "end" ends its work, so
// that it gives the Lease back.
func elect(server string, identity string) {
	client, err := kubernetes.NewForConfig(&rest.Config{Host: server})
	if err != nil {
		fail(err)
	}
	var leads atomic.Bool
	ctx, cancel := context.WithCancel(context.Background())
	elector, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock: &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Namespace: "default", Name: "lock"},
			Client:     client.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: identity},
		},
		LeaseDuration:   3 * time.Second,
		RenewDeadline:   2 * time.Second,
		RetryPeriod:     500 * time.Millisecond,
		ReleaseOnCancel: true,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) { leads.Store(true) },
			OnStoppedLeading: func() { leads.Store(false) },
		},
	})
	if err != nil {
		fail(err)
	}
	go elector.Run(ctx)

	lines := bufio.NewScanner(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		if lines.Text() == "end" {
			cancel()
		}
		if err := out.Encode(candidacy{Leads: leads.Load(), Holder: elector.GetLeader()}); err != nil {
			fail(err)
		}
	}
	cancel()
}
