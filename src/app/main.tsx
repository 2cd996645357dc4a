import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { selectUser } from '../machines/auth/sign-in/session.machine.ts'
import { liveSessionMachine } from '../services/auth/session.actors.ts'
import { answerInspectors, inspect } from '../services/kit/inspection.ts'
import { liveAppearanceMachine, restoreAppearance } from '../services/shell/appearance.actors.ts'
import { Routes } from './routes.tsx'

// Both are dropped from what is built: a person who does not open the inspector loads nothing of it.
if (import.meta.env.DEV) {
  ;(await import('../inspector/recorder.ts')).pageRecorder()
  if (new URLSearchParams(location.search).get('inspect') === 'stately') (await import('../inspector/stately.ts')).openStately()
}

const appearance = createActor(liveAppearanceMachine, { input: restoreAppearance(), inspect }).start()
const session = createActor(liveSessionMachine, { inspect }).start()
answerInspectors(
  () => import.meta.env.DEV || selectUser(session.getSnapshot())?.role === 'SUPER_ADMIN',
  () => import('../inspector/teller.ts'),
)

const root = document.getElementById('root')
if (root === null) throw new Error('invariant: the page holds an element with the id "root"')
createRoot(root).render(
  <StrictMode>
    <Routes session={session} appearance={appearance} />
  </StrictMode>,
)
