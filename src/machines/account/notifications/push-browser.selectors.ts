import type { PushBrowserSnapshot } from './push-browser.machine.ts'

export const selectBrowser = ({ context }: PushBrowserSnapshot) => context.browser
export const selectProblem = ({ context }: PushBrowserSnapshot) => context.problem
export const selectIsBusy = (snapshot: PushBrowserSnapshot) => snapshot.hasTag('busy')
export const selectCanRetry = (snapshot: PushBrowserSnapshot) => snapshot.can({ type: 'user.retried' })
