// Package main is etcd and kube-apiserver in one binary, each run as a process of its own. A command with the name
// of a part is that part, with its own flags:
//
//	control-plane kube-apiserver [flag ...]
//	control-plane etcd [flag ...]
//	control-plane etcd compact ENDPOINT REVISION
//	control-plane etcd snapshot ENDPOINT FILE
//	control-plane etcd restore FILE DIRECTORY
//
// With CONTROL_PLANE_ENDS_WITH_STDIN in its environment it ends when its standard input does, so that it cannot
// outlive the process that started it, however that one ends.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/etcdutl/v3/snapshot"
	"go.etcd.io/etcd/server/v3/etcdmain"
	"go.uber.org/zap"
	"k8s.io/component-base/cli"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

func main() {
	if os.Getenv("CONTROL_PLANE_ENDS_WITH_STDIN") != "" {
		go endWithStdin()
	}

	words := append(os.Args[1:], "", "", "", "")

	switch words[0] {
	case "kube-apiserver":
		os.Args = os.Args[1:]
		os.Exit(cli.Run(app.NewAPIServerCommand()))
	case "etcd":
		var err error

		switch words[1] {
		case "compact":
			err = compact(words[2], words[3])
		case "snapshot":
			_, err = snapshot.NewV3(zap.NewNop()).Save(bounded(), at(words[2]), words[3])
		case "restore":
			err = restore(words[2], words[3])
		default:
			etcdmain.Main(os.Args[1:])
		}

		if err != nil {
			fmt.Fprintf(os.Stderr, "control-plane: etcd %s: %v\n", words[1], err)
			os.Exit(1)
		}
	default:
		fmt.Fprintln(os.Stderr, "control-plane: say etcd or kube-apiserver.")
		os.Exit(2)
	}
}

func endWithStdin() {
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(1)
}

// compact forgets all history before the revision, and returns when it is gone.
func compact(endpoint, revision string) error {
	number, err := strconv.ParseInt(revision, 10, 64)
	if err != nil {
		return err
	}

	client, err := clientv3.New(at(endpoint))
	if err != nil {
		return err
	}
	defer client.Close()

	_, err = client.Compact(bounded(), number, clientv3.WithCompactPhysical())

	return err
}

// restore makes a data directory from a snapshot, with the revision that it was taken at.
func restore(file, directory string) error {
	peer := "http://127.0.0.1:2380"

	return snapshot.NewV3(zap.NewNop()).Restore(snapshot.RestoreConfig{
		SnapshotPath:        file,
		Name:                "default",
		OutputDataDir:       directory,
		PeerURLs:            []string{peer},
		InitialCluster:      "default=" + peer,
		InitialClusterToken: "rxkube",
	})
}

func at(endpoint string) clientv3.Config {
	return clientv3.Config{Endpoints: []string{endpoint}, DialTimeout: 10 * time.Second, Logger: zap.NewNop()}
}

// bounded is not cancelled by anybody: the process ends with its one call.
func bounded() context.Context {
	ctx, _ := context.WithTimeout(context.Background(), time.Minute) //nolint:govet

	return ctx
}
