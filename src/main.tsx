import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createActor } from 'xstate'

import { inspect } from './inspection.ts'
import { Routes } from './routes.tsx'
import { keptAppearance, liveAppearanceMachine } from './wiring/appearance.ts'
import { liveSessionMachine } from './wiring/session.ts'

const appearance = createActor(liveAppearanceMachine, { input: keptAppearance(), inspect }).start()
const session = createActor(liveSessionMachine, { inspect }).start()

const root = document.getElementById('root')
if (root === null) throw new Error('invariant: the page holds an element with the id "root"')
createRoot(root).render(
  <StrictMode>
    <Routes session={session} appearance={appearance} />
  </StrictMode>,
)
