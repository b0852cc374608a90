import { type Message } from '../wire/message.js';
import { base64 } from './base64.js';
import { readTimestamp } from '../messages/timestamp.js';

/** A type that becomes one JSON value without knowledge of its fields. */
export interface Scalar {
  /** The JSON of a value that is absent. */
  readonly empty: string;
  /** Reads the current field of a message as JSON. */
  readonly read: (message: Message) => string;
}

const QUANTITY = /^[+-]?[0-9.]+[eEinumkKMGTP]*[-+]?[0-9]*$/u;

/** The scalar types, and the messages with a form of their own in JSON. */
export const SCALARS: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ['text', { empty: '""', read: (message) => JSON.stringify(message.text()) }],
  ['bytes', { empty: '""', read: (message) => JSON.stringify(base64(message.view())) }],
  ['bool', { empty: 'false', read: (message) => String(message.number() !== 0) }],
  ['integer', { empty: '0', read: (message) => message.digits() }],
  ['double', { empty: '0', read: readDouble }],
  [
    'Time',
    { empty: 'null', read: (message) => textOrNull(readTimestamp(message.message('time'))) },
  ],
  ['MicroTime', { empty: 'null', read: readMicroTime }],
  ['Quantity', { empty: '"0"', read: readQuantity }],
  ['IntOrString', { empty: '0', read: readIntOrString }],
  ['FieldsV1', { empty: 'null', read: readJson }],
  ['JSON', { empty: 'null', read: readJson }],
]);

function readDouble(message: Message): string {
  const value = message.double();
  if (!Number.isFinite(value)) throw message.wrong('a finite number');

  return String(value);
}

function readMicroTime(message: Message): string {
  const seconds = readTimestamp(message.message('microTime'));
  if (seconds === undefined) return 'null';
  const time = message.message('microTime');
  let nanoseconds = 0;
  while (time.next()) if (time.field === 2) nanoseconds = time.number();
  if (nanoseconds < 0 || nanoseconds > 999_999_999) {
    throw message.wrong('less than a second of nanoseconds');
  }
  const micros = String(Math.floor(nanoseconds / 1_000)).padStart(6, '0');

  return `"${seconds.slice(0, -1)}.${micros}Z"`;
}

function readQuantity(message: Message): string {
  const quantity = message.message('quantity');
  let text: string | undefined;
  while (quantity.next()) if (quantity.field === 1) text = quantity.text();
  if (text === undefined) return '"0"';
  if (!QUANTITY.test(text)) throw message.wrong('a quantity such as "100m" or "1Gi"');

  return JSON.stringify(text);
}

function readIntOrString(message: Message): string {
  const either = message.message('intOrString');
  let isText = false;
  let digits = '0';
  let text = '';
  while (either.next()) {
    if (either.field === 1) isText = either.number() === 1;
    else if (either.field === 2) digits = either.digits();
    else if (either.field === 3) text = either.text();
  }

  return isText ? JSON.stringify(text) : digits;
}

/** Reads bytes that are JSON already, and keeps the digits of their numbers. */
function readJson(message: Message): string {
  const raw = message.message('raw');
  let text = '';
  while (raw.next()) if (raw.field === 1) text = raw.text();
  if (text === '') return 'null';
  try {
    JSON.parse(text);
  } catch {
    throw message.wrong('JSON');
  }

  return text.trim();
}

function textOrNull(text: string | undefined): string {
  return text === undefined ? 'null' : JSON.stringify(text);
}
