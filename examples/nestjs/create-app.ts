import 'reflect-metadata';

import { type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Transport } from '@rxkube/operators';

import { AppModule } from './app.module.js';

export function createApp(transport: Transport): Promise<INestApplication> {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- Nest's options are a class only as a type
  return NestFactory.create(AppModule.over(transport), {
    // A browser keeps connections open that it does not use; they shall not hold up the end.
    forceCloseConnections: true,
  });
}
