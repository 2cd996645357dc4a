/** What an event of a webhook says of the records of its source, read as a run would read it. */
import { shapeOfSample } from '#contract/builder/sample-shape.ts'
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { RecordShape } from '#contract/connectors/config/shape.ts'
import { hookSource, Listless } from '../../kinds/hook/hook-source.ts'
import { createMask } from '../../kinds/http/masking/masking.ts'
import type { HeldEvent, Tools } from '../../kit/kind.ts'
import { maskedDeep, previewOf } from '../../kit/looking.ts'
import { fieldsOf } from './fields.ts'

export type TestEvent = {
  /** Of the draft. */
  readonly config: Pick<SourceConfig, 'isList' | 'listPath' | 'listConfig'>
  readonly event: Pick<HeldEvent, 'id' | 'body' | 'beside'>
  readonly isXml: boolean
  /** What must not stand in the sample: other systems may repeat the secret that they were given. */
  readonly secrets: readonly string[]
  /** ISO 8601. */
  readonly takenAt: string
}

const nobody = async () => {
  throw new Error('an event is read without asking anybody')
}

/** Null where the event has no records, because the list that the source reads is not there. */
export async function shapeOfEvent({ config, event, isXml, secrets, takenAt }: TestEvent): Promise<RecordShape | null> {
  // A setting of the list that isn't finished yet says nothing of an event.
  const { isList = false, listPath, listConfig } = config
  const list = { ...(listPath === undefined ? {} : { listPath }), ...(listConfig === undefined ? {} : { listConfig }) }
  const read: SourceConfig = { type: 'http', isList, ...list }
  const isReadable = hookSource.checkSource(read).length === 0
  const tools = {
    ...{ outbound: { request: nobody } as unknown as Tools['outbound'], readSecret: nobody, eventsAreXml: isXml },
    heldEvents: async () => [{ ...event, receivedAt: new Date() }],
  }
  const source = await hookSource.openSource(isReadable ? read : { type: 'http' }, tools)
  const page = await source.read(source.start(null), new AbortController().signal)
  const records = page.records.filter((it) => !(it instanceof Listless))
  const { masked, add } = createMask()
  add(...secrets)
  const preview = previewOf(records)
  const items = preview.items.map((it) => maskedDeep(it, masked))
  const sample = { records: { ...preview, items }, fields: fieldsOf(records) }
  return shapeOfSample({ ...sample, startpoint: null, lists: [], exchanges: [], problem: null }, takenAt)
}
