/** Which mapped field a problem is about. */
import { expect, it } from 'vitest'

import { refusalKindOf } from '#contract/connectors/problems/refusal-kind.ts'
import { fieldOfGroup, fieldOfReason, filledFrom } from '#server/features/connectors/problems/mapped-field.ts'

const mapping = [
  { sourcePath: 'mail', targetPath: 'email' },
  { sourcePath: 'tel', targetPath: 'contact.phone' },
  { sourcePath: 'ship.zip', targetPath: 'ship.zip' },
  { sourcePath: 'bill.zip', targetPath: 'bill.zip' },
  { sourcePath: 'no', targetPath: 'orderNo' },
]

it.each([
  ['must be set', 'email', 'email'],
  ['must be set', 'Contact.Phone', 'contact.phone'],
  ['must be set', 'phone', 'contact.phone'],
  ['is odd', 'ship[0].zip', 'ship.zip'],
  ['is odd', 'zip', null],
  ['phone must start with +', null, 'contact.phone'],
  ['zip is not valid', null, null],
  ['Contact is on the suppression list', null, null],
  ['no telephone', null, null],
  ['must be set', 'email.local', 'email'],
  ['must be set', 'order_no', 'orderNo'],
  ['Order no must be set', null, 'orderNo'],
])('"%s" of the field %s is about %s', (said, field, path) => expect(fieldOfReason({ said, field }, mapping)).toBe(path))

it('is the one that could not be filled, and none of a group of different reasons', () => {
  const example = { transactionId: 't', recordKey: '1', message: '"order.at" must be a number, but "at" is "x"', answer: null }
  const failed = { code: 'mapping/failed', isMixed: false, example }
  expect(fieldOfGroup(failed, mapping)).toBe('order.at')
  expect(fieldOfGroup({ ...failed, isMixed: true }, mapping)).toBeNull()
  const answered = { ...failed, code: 'destination/refused', example: { ...example, answer: '{"message":"email is taken"}' } }
  expect(fieldOfGroup(answered, mapping)).toBe('email')
  expect(fieldOfGroup({ ...answered, code: 'enrichment/failing' }, mapping)).toBeNull()
})

it('tells what fills a field, itself where records are sent as they are read', () => {
  expect([filledFrom('contact.phone', mapping), filledFrom('fax', mapping), filledFrom('fax', [])]).toEqual(['tel', null, 'fax'])
})

it.each([
  ['Another contact already uses this email', 'duplicate'],
  ['DUPLICATE_VALUE: email', 'duplicate'],
  ['Contact is on the suppression list', 'blocked'],
  ['phone must start with a country code', 'value'],
  ['The customer does not exist', 'value'],
])('"%s" is a refusal of the kind %s', (said, kind) => expect(refusalKindOf(said)).toBe(kind))
