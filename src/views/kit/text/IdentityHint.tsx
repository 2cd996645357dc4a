import type { RecordIdentity } from '#contract/kit/schemas.ts'
import { Hint } from '../layout/blocks.ts'
import { identityMessages as messages } from './identity.messages.ts'

/** What names the records of a connector; nothing where that was not looked at. */
export function IdentityHint({ identity }: { readonly identity: RecordIdentity | undefined }) {
  return identity === undefined ? null : <Hint>{sentenceOf(identity)}</Hint>
}

function sentenceOf({ by, fields, samples, without }: RecordIdentity): string {
  if (by === 'keyColumns') return messages.keyColumns(fields)
  if (by === 'tableKey') return fields.length === 0 ? messages.unknownTableKey : messages.tableKey(fields)
  if (by === 'keyFields') return messages.keyFields(fields, without, samples)
  if (by === 'content') return messages.content
  if (samples === 0) return messages.unknownField(fields)
  return without === 0 ? messages.field(fields) : messages.fieldOrContent(fields, without, samples)
}
