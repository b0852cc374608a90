// Loaded before the main job: if the process that started it is killed outright, nobody could stop it any more.
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
// Waiting for that keeps no program alive that has nothing else to do.
process.channel?.unref();
