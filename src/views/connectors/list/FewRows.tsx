import { type KeyboardEvent, useDeferredValue, useState } from 'react'

import { Rows } from '../../kit/layout/table-frame.ts'
import { OverviewRow, type OverviewRowsProps, screenful, usualHeight } from './OverviewRow.tsx'

/** Rows that Page Up and Page Down go. */
const leap = 8

/** All rows of a list that is short and known as a whole: nothing has to be measured for it. Those below the first screen are drawn when there is time. */
export function FewRows(props: OverviewRowsProps) {
  const { page, columns, tracks, choice, onOpen } = props
  const rowAt = useRowWalk({ ...props, onReach: () => {} })
  const all = page.items.length
  const drawn = useDeferredValue(all, Math.min(all, screenful))
  return (
    <Rows style={{ paddingBottom: Math.max(0, all - drawn) * usualHeight }}>
      {page.items.slice(0, drawn).map((item, at) => (
        <OverviewRow key={item.id} {...{ hoursSince: page.hoursSince, columns, tracks, choice, onOpen }} {...rowAt(at)} />
      ))}
    </Rows>
  )
}

type WalkProps = Pick<OverviewRowsProps, 'page' | 'frame' | 'choice' | 'onOpen'> & {
  /** Brings a row into sight. */
  readonly onReach: (index: number) => void
}

/** One row is in the tab order; keys go through all of them, open the one that has the focus, and choose it. */
export function useRowWalk({ page: { total, items, offset }, frame, choice, onOpen, onReach }: WalkProps) {
  const [reached, setReached] = useState(0)

  const reach = (index: number) => {
    const at = Math.min(total - 1, Math.max(0, index))
    setReached(at)
    onReach(at)
    // The row is drawn once the scroll has moved the window.
    requestAnimationFrame(() => frame.querySelector<HTMLElement>(`[aria-rowindex="${at + 2}"]`)?.focus())
  }

  /** What a row needs for it. */
  return (index: number) => {
    const item = items[index - offset]
    const walk = (event: KeyboardEvent) => {
      if (event.target !== event.currentTarget) return
      const targets: Record<string, number> = {
        ArrowDown: index + 1,
        ArrowUp: index - 1,
        PageDown: index + leap,
        PageUp: index - leap,
        Home: 0,
        End: total - 1,
      }
      const target = targets[event.key]
      if (target !== undefined) reach(target)
      else if (item !== undefined && event.key === 'Enter') onOpen(item.id)
      else if (item !== undefined && event.key === ' ' && choice !== null) choice.onTurn(item)
      else return
      event.preventDefault()
    }
    return {
      ...{ item, index, isReached: index === Math.min(reached, total - 1) },
      ...{ onReach: () => setReached(index), onWalk: walk },
    }
  }
}
