import { InjectionToken } from '@angular/core';
import { type Transport } from '@rxkube/operators';

/** The way to the API server. In a browser it goes through a proxy, such as `kubectl proxy`. */
export const TRANSPORT = new InjectionToken<Transport>('Transport');
