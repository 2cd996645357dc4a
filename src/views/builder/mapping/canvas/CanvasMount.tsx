import type { ComponentProps } from 'react'

import { elkInWorker } from '#src/inspector/elk.ts'
import { MappingCanvas } from './MappingCanvas.tsx'

/** The canvas with what lays it out, loaded when somebody opens it. */
export const CanvasMount = (props: Omit<ComponentProps<typeof MappingCanvas>, 'elk'>) => (
  <MappingCanvas {...props} elk={elkInWorker} />
)
