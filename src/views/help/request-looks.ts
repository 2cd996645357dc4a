import type { SupportState } from '#contract/help/support-request.lifecycle.ts'
import type { DotLook } from '../kit/feedback/StatusDot.tsx'

export const requestLooks = { open: 'run', answered: 'ok', closed: 'off' } as const satisfies Record<SupportState, DotLook>
