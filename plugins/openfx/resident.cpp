// What is in a process once, stays there to its end.
//
// Threads run in a bundle after the host has let go of it. oneTBB's workers do, in oneTBB and for
// their last instructions in ours: a group of tasks counts as done before its tasks have returned.
// Ending them takes tbb::finalize(), which must refuse where anybody else in the process has tasks,
// as another bundle or the host itself; and a host that closes a library need not have said that it
// unloads the plug-ins. So the bundle is linked with -z nodelete, which keeps it where it is, and
// with it all that it needs: oneTBB's file is the distribution's, and is named nowhere else.
//
// Nor may exit() destroy what threads use: those of the host may be rendering then, and ours
// compiling. So no destructor of the bundle's is handed to the C library, and memory, files and
// weft-cc, which ends with its client, are left to the system.
extern "C" int __cxa_atexit(void (*)(void*), void*, void*);  // NOLINT(bugprone-reserved-identifier)

extern "C" int __cxa_atexit(void (*)(void*), void*, void*) { return 0; }  // NOLINT
