import type { DestinationConfig, NatsConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { natsAddress } from '#contract/connectors/config/streams/nats.ts'
import { refusal } from '#contract/kit/problem.ts'
import { namedSource } from '../../kit/key-fields.ts'
import type { DestinationProbe, Kind, Start, Tools, WhatIsRead } from '../../kit/kind.ts'
import { checkNatsDestination, checkNatsSource } from './checking.ts'
import { type Connection, openConnection, sideOf } from './connection.ts'
import { openNatsDestination } from './destination.ts'
import { outcomeOf, sourceFault } from './faults.ts'
import { closeConsumer, openConsumer, openNatsSource, readableStream } from './source.ts'
import { streamInfo } from './stream.ts'

/** The stream and which of its subjects. */
const readsOfNats = ({ natsConfig }: SourceConfig): WhatIsRead => ({
  system: natsConfig ? natsAddress(natsConfig) : '',
  what: natsConfig ? `${natsConfig.stream} ${natsConfig.subject ?? ''}`.trim() : '',
  cursor: 'sequence',
})

const sequence = /^[1-9]\d{0,14}$/

/** Asks the stream. Throws `ProblemError` and `SourceFault`. */
async function startAt(config: SourceConfig, value: string | null, tools: Tools, signal: AbortSignal): Promise<Start> {
  const text = value?.trim().replaceAll(',', '') ?? '1'
  if (!sequence.test(text)) throw refusal('cursor/value-refused', { message: 'Enter a sequence number from 1.' })
  const next = Number(text)
  const side = await sideOf(config, tools)
  const { stream } = side
  let connection: Connection | null = null
  const cut = () => connection?.cut()
  signal.addEventListener('abort', cut)
  try {
    connection = await openConnection(side, tools.outbound)
    const { created, last } = await readableStream(connection, stream)
    if (next > last + 1)
      throw refusal('cursor/value-refused', { message: `The stream ends with sequence ${last.toLocaleString('en')}.` })
    const consumer = await openConsumer(connection, config.natsConfig as NatsConfig, next)
    await closeConsumer(connection, stream, consumer)
    return { place: { created, next }, count: consumer.pending }
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'ProblemError') throw thrown
    throw sourceFault(thrown, side.masked)
  } finally {
    signal.removeEventListener('abort', cut)
    cut()
  }
}

/** Tries a stream out: the account signs in and reads its settings, and nothing is stored. */
async function probeNatsDestination(config: DestinationConfig, tools: Tools, signal: AbortSignal): Promise<DestinationProbe> {
  const side = await sideOf(config, tools)
  let connection: Connection | null = null
  const cut = () => connection?.cut()
  signal.addEventListener('abort', cut)
  const sent = 'We signed in and checked the stream. Nothing was stored.'
  try {
    connection = await openConnection(side, tools.outbound)
    const { duplicateWindow } = await streamInfo(connection, side.stream)
    const seconds = Math.round(duplicateWindow / 1_000)
    const repeats = `It recognizes repeats for ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`
    const message = `${sent} The stream ${side.stream} exists. ${repeats} We can't confirm until delivery that the account can publish.`
    return { verdict: 'works', message, problem: null }
  } catch (thrown) {
    const outcome = outcomeOf(thrown, side.masked, false)
    if (!('problem' in outcome)) throw thrown
    return { verdict: 'fails', message: outcome.problem.message, problem: outcome.problem }
  } finally {
    signal.removeEventListener('abort', cut)
    cut()
  }
}

/** Streams of NATS JetStream. */
export const natsKind: Kind = {
  reads: readsOfNats,
  cursorText: ({ next }) => (typeof next === 'number' ? String(next) : null),
  startAt,
  checkSource: checkNatsSource,
  checkDestination: checkNatsDestination,
  openSource: async (config, tools) => namedSource(await openNatsSource(config, tools), config),
  openDestination: openNatsDestination,
  probeDestination: probeNatsDestination,
}
