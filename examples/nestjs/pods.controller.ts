import { Controller, type MessageEvent, Sse } from '@nestjs/common';
import { type Observable } from 'rxjs';

import { PodsService } from './pods.service.js';
import { updates } from './updates.js';

/** Streams the pods to browsers. */
@Controller('pods')
export class PodsController {
  constructor(private readonly service: PodsService) {}

  @Sse()
  stream(): Observable<MessageEvent> {
    return this.service.snapshots$.pipe(updates());
  }
}
