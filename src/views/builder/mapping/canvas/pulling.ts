/** Pulling a line from one field to another with mouse, pen or finger. While it is pulled only its drawing changes. */
import { type PointerEvent as ReactPointerEvent, useMemo } from 'react'

import type { Side } from '#src/machines/builder/mapping/mapping.context.ts'
import { curve, type Point } from './geometry.ts'

/** Less is a trembling hand. CSS pixels. */
const slack = 5

type Pull = { readonly side: Side; readonly path: string; readonly from: Point; readonly start: Point; isFar: boolean }

type PullingInput = {
  readonly drawing: { readonly current: SVGPathElement | null }
  readonly toPaper: (point: Point) => Point
  readonly connect: (source: string, target: string) => void
}

type DragHandlers = {
  readonly onPointerDown: (event: ReactPointerEvent<HTMLElement>) => void
  readonly onPointerMove: (event: ReactPointerEvent<HTMLElement>) => void
  readonly onPointerUp: (event: ReactPointerEvent<HTMLElement>) => void
  readonly onPointerCancel: (event: ReactPointerEvent<HTMLElement>) => void
  /** Escape lets go. */
  readonly onKeyDownCapture: (event: { readonly key: string; readonly currentTarget: HTMLElement }) => void
}

type At = { readonly row: HTMLElement; readonly side: Side; readonly path: string }

const fieldAt = (node: Element | null): At | null => {
  const row = node?.closest<HTMLElement>('[data-side][data-path]')
  const { side, path } = row?.dataset ?? {}
  return row && path !== undefined && (side === 'source' || side === 'target') ? { row, side, path } : null
}

export function usePulling({ drawing, toPaper, connect }: PullingInput): DragHandlers {
  return useMemo(() => {
    let pull: Pull | null = null
    const end = (paper: HTMLElement) => {
      pull = null
      drawing.current?.removeAttribute('d')
      delete paper.dataset['pulling']
    }
    return {
      onPointerDown: ({ button, target, currentTarget, clientX, clientY }) => {
        end(currentTarget)
        const field = button === 0 && target instanceof Element ? fieldAt(target) : null
        if (field === null) return
        const { left, right, top, bottom } = field.row.getBoundingClientRect()
        const from = toPaper({ x: field.side === 'source' ? right : left, y: (top + bottom) / 2 })
        pull = { side: field.side, path: field.path, from, start: { x: clientX, y: clientY }, isFar: false }
      },
      onPointerMove: ({ currentTarget, clientX, clientY }) => {
        if (pull === null) return
        pull.isFar ||= Math.hypot(clientX - pull.start.x, clientY - pull.start.y) > slack
        if (!pull.isFar) return
        currentTarget.dataset['pulling'] = pull.side
        const to = toPaper({ x: clientX, y: clientY })
        drawing.current?.setAttribute('d', pull.side === 'source' ? curve(pull.from, to) : curve(to, pull.from))
      },
      onPointerUp: ({ currentTarget, clientX, clientY }) => {
        const pulled = pull
        end(currentTarget)
        if (pulled === null || !pulled.isFar) return
        const field = fieldAt(document.elementFromPoint(clientX, clientY))
        if (field === null || field.side === pulled.side) return
        connect(...(pulled.side === 'source' ? ([pulled.path, field.path] as const) : ([field.path, pulled.path] as const)))
      },
      onPointerCancel: ({ currentTarget }) => end(currentTarget),
      onKeyDownCapture: ({ key, currentTarget }) => {
        if (key === 'Escape') end(currentTarget)
      },
    }
  }, [drawing, toPaper, connect])
}
