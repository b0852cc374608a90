import { type DynamicModule, Module } from '@nestjs/common';
import { type Transport } from '@rxkube/operators';

import { PodsController } from './pods.controller.js';
import { PodsService } from './pods.service.js';
import { TRANSPORT } from './transport.js';

@Module({ controllers: [PodsController], providers: [PodsService] })
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- a module is what its decorator says
export class AppModule {
  static over(transport: Transport): DynamicModule {
    return { module: AppModule, providers: [{ provide: TRANSPORT, useValue: transport }] };
  }
}
