import type { ActorRefFrom } from 'xstate'

import type { Query } from '../../kit/list.machine.ts'
import { createRequestMachine } from '../../kit/request.machine.ts'

/** The sign-ins that are listed, all pages of them, taken along as a file, which is handed to the browser. The response is its name. */
export const loginFileMachine = createRequestMachine<Query, string>({ id: 'login-file' })

export type LoginFileActor = ActorRefFrom<typeof loginFileMachine>
