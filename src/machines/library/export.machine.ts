import type { ActorRefFrom } from 'xstate'

import { createRequestMachine } from '../kit/request.machine.ts'

/** The draft of a connector is taken out as a file. It is handed to the browser; the answer says what it is called. */
export const exportMachine = createRequestMachine<{ readonly connectorId: string }, { readonly fileName: string }>({
  id: 'export',
})

export type ExportActor = ActorRefFrom<typeof exportMachine>
