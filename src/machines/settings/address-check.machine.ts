import type { ActorRefFrom } from 'xstate'
import type { AddressCheck } from '#contract/settings/ip-whitelist.ts'
import { createRequestMachine } from '../kit/request.machine.ts'

/** Whether one address is let in by the list as it is saved. */
export const addressCheckMachine = createRequestMachine<{ readonly address: string }, AddressCheck>({ id: 'address-check' })

export type AddressCheckActor = ActorRefFrom<typeof addressCheckMachine>
