import { useSelector } from '@xstate/react'
import { lazy, type ReactNode, Suspense, useCallback, useRef } from 'react'

import type { MaintenanceActor } from '#src/machines/shell/maintenance.machine.ts'
import { selectIsOn, selectPlanned } from '#src/machines/shell/maintenance.machine.ts'

const Page = lazy(async () => ({ default: (await import('./MaintenancePage.tsx')).MaintenancePage }))
const Banner = lazy(async () => ({ default: (await import('./MaintenanceBanner.tsx')).MaintenanceBanner }))

type GateProps = {
  readonly actor: MaintenanceActor
  readonly isAdministrator: boolean
  /** Draws what is behind the gate, with what stands above it. */
  readonly children: (banner: ReactNode) => ReactNode
}

/** While maintenance is on, administrators read of it and everybody else waits before it; of one that is planned everybody reads. What they had open stays as it is behind. */
export function MaintenanceGate({ actor, isAdministrator, children }: GateProps) {
  const isOn = useSelector(actor, selectIsOn)
  const isShut = isOn && !isAdministrator
  const isPlanned = useSelector(actor, selectPlanned) !== null
  const focused = useRef<HTMLElement>(null)
  const wasShut = useRef(false)
  const shut = useCallback(() => {
    wasShut.current = true
  }, [])
  const reach = useCallback((behind: HTMLDivElement | null) => {
    if (behind === null || !wasShut.current) return
    wasShut.current = false
    const target = focused.current?.isConnected ? focused.current : behind.querySelector('h1')
    target?.focus()
  }, [])
  return (
    <Suspense fallback={null}>
      {isShut ? <Page actor={actor} /> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only remembers which of its own had the focus */}
      <div
        ref={isShut ? shut : reach}
        hidden={isShut}
        inert={isShut}
        onFocus={({ target }) => {
          focused.current = target
        }}
      >
        {children((isOn ? isAdministrator : isPlanned) ? <Banner actor={actor} /> : null)}
      </div>
    </Suspense>
  )
}
