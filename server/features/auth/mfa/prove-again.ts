/** What is missing or wrong when a person proves themselves again, named by its field: a dialog knows what to ask for. */
import { refusal } from '#contract/kit/problem.ts'

const faultAt = (path: string) => (message: string) => refusal('auth/prove-again', { message, errors: [{ path, message }] })

export const passwordFault = faultAt('/password')
export const codeFault = faultAt('/code')
