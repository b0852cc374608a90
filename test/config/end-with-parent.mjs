// Loaded before the main job: without it, the job would go on after its parent is killed.
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
// Waiting for that keeps no program alive that has nothing else to do.
process.channel?.unref();
