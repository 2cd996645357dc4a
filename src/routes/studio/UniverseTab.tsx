import { useActorRef } from '@xstate/react'
import { useEffect, useMemo, useRef } from 'react'

import { inspect } from '../../inspection.ts'
import { ListFrame } from '../../views/parts/ListFrame.tsx'
import type { UniverseReading } from '../../views/universe/pipeline.ts'
import { UniverseView } from '../../views/universe/UniverseView.tsx'
import { universeMachine } from '../../wiring/universe.ts'
import { universeWords as words } from '../../words/universe.ts'
import type { UniverseTabProps } from './studio-tab.ts'

/** Each time is a question of its own. */
export function UniverseTab(props: UniverseTabProps) {
  const { past, from, to } = props.range
  return <Universe key={JSON.stringify({ past, from, to })} {...props} />
}

function Universe({ access, details, range, count }: UniverseTabProps) {
  const machine = useMemo(() => universeMachine(access), [access])
  const { past, from, to } = range
  const actor = useActorRef(machine, { input: { query: { connectorId: details._id, past, from, to } }, inspect })
  const countedAt = count?.readAt
  const known = useRef(countedAt)
  // Whoever loads the transactions anew wants the figures beside them as new.
  useEffect(() => {
    const before = known.current
    known.current = countedAt
    if (before !== undefined && countedAt !== undefined && countedAt !== before) actor.send({ type: 'user.refreshed' })
  }, [actor, countedAt])
  return (
    <ListFrame<UniverseReading> actor={actor} name={words.name} isBare empty={null}>
      {({ items, readAt }) =>
        items.map((reading) => <UniverseView key={reading.details._id} reading={reading} count={count} readAt={readAt} />)
      }
    </ListFrame>
  )
}
