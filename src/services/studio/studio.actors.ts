/** Joins the chart of the Integration Studio to the calls. */
import { fromCallback } from 'xstate'

import { type StudioEmitted, type StudioRange, studioMachine } from '../../machines/studio/studio.machine.ts'
import { readReading, type Span } from '../connectors/details/reading.service.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { withTitle } from '../kit/with-title.ts'
import { readStudioConnector } from './studio.service.ts'

/** A time that ends now is named at the moment of asking. */
const spanOfRange = ({ past, from, to }: StudioRange): Span =>
  past === undefined ? { from, to } : { from: new Date(Date.now() - past).toISOString(), to: undefined }

/** `tell` is called when transactions are there that a person asked for. */
export const liveStudioMachine = (access: Access, tell: () => void) =>
  studioMachine.provide({
    actors: {
      readConnector: actorFrom((input, signal) => readStudioConnector(access, input, signal), { limit: 10_000 }),
      readFigures: actorFrom(({ connectorId, range }, signal) =>
        withTitle('analytics/statistic-failed', readReading(access, { connectorId, ...spanOfRange(range) }, signal)),
      ),
      announce: fromCallback<StudioEmitted, void>(({ receive }) => receive(tell)),
    },
  })
