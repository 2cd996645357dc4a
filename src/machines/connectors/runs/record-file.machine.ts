import type { ActorRefFrom } from 'xstate'

import type { ExportFormat, FileCut } from '#contract/connectors/runs/record-file.ts'
import { createRequestMachine } from '../../kit/request.machine.ts'

/** `bytes` of a file that was handed to the browser; `cut` tells why it does not hold everything, null when it does. */
export type Saved = { readonly fileName: string; readonly bytes: number; readonly cut: FileCut | null }

/** The transactions that the file holds; everything that is found when none is named. */
export type Wanted = { readonly format: ExportFormat; readonly transactionIds: readonly string[] }

/** What was found, or what of it is chosen, is taken along as a file, which is handed to the browser. */
export const recordFileMachine = createRequestMachine<Wanted, Saved>({ id: 'record-file' })

export type RecordFileActor = ActorRefFrom<typeof recordFileMachine>
