import { useEffect } from 'react'
import type { User } from '#contract/auth/auth.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '#src/views/kit/actors/use-machine.ts'
import type { SessionActor } from '../machines/auth/sign-in/session.machine.ts'
import type { AppearanceActor } from '../machines/shell/appearance.machine.ts'
import type { Command } from '../machines/shell/palette.results.ts'
import { livePaletteMachine } from '../services/shell/palette.actors.ts'
import { type Call, callPalette, type Typing } from '../services/shell/palette.service.ts'
import { navigate } from '../views/kit/browser-location.ts'
import { toast } from '../views/kit/feedback/toast.ts'
import { menuTitles } from '../views/kit/menu.messages.ts'
import type { PagePath } from '../views/kit/pages.format.ts'
import { pageTitles } from '../views/kit/pages.messages.ts'
import { Palette } from '../views/shell/palette/Palette.tsx'
import { paletteMessages as messages } from '../views/shell/palette/palette.messages.ts'
import { offersFor } from './pages.tsx'

export type PaletteRouteProps = {
  readonly user: User
  readonly session: SessionActor
  readonly appearance: AppearanceActor
  /** What it was first called for. */
  readonly calledFor: Call
  /** What is typed for the search until it can be. */
  readonly typing: Typing | null
}

/** Everything that somebody can go to or do from anywhere. */
export function PaletteRoute({ user, session, appearance, calledFor, typing }: PaletteRouteProps) {
  const access = useAccess()
  const actions: Readonly<Record<string, readonly [string, () => void]>> = {
    new: [messages.newConnector, () => navigate('/integration-setup')],
    light: [messages.themes.light, () => appearance.send({ type: 'user.choseLight' })],
    dark: [messages.themes.dark, () => appearance.send({ type: 'user.choseDark' })],
    system: [messages.themes.system, () => appearance.send({ type: 'user.choseSystem' })],
    keys: [messages.showKeys, () => callPalette('keys')],
    signOut: [messages.signOut, () => session.send({ type: 'user.signedOut' })],
  }
  const commands: readonly Command[] = [
    ...inMenuFirst(offersFor(user.role)).map((path): Command => ({ id: path, kind: 'page', name: pageTitles[path] })),
    ...Object.entries(actions).map(([id, [name]]): Command => ({ id, kind: 'action', name })),
  ]
  const actor = useMachine(
    () =>
      livePaletteMachine(access, ({ verb, connector, connectorId }) => {
        toast(messages.done[verb](connector))
        // What was started is seen on the page of the connector.
        if (verb === 'run') navigate(`/details/${connectorId}`)
      }),
    [access],
    { calledFor, commands, verbNames: messages.verbs },
  )
  // After the effect that starts the actor: until then the field cannot keep what is typed into it.
  useEffect(() => {
    const text = typing?.end() ?? ''
    if (text !== '') actor.send({ type: 'user.wrote', text })
  }, [actor, typing])
  const run = ({ id, kind }: Command) => (kind === 'action' ? actions[id]?.[1]() : navigate(id))
  return <Palette actor={actor} onRun={run} />
}

/** The most visited places come first. */
const inMenuFirst = (paths: readonly PagePath[]) =>
  paths.toSorted((one, other) => Number(other in menuTitles) - Number(one in menuTitles))
