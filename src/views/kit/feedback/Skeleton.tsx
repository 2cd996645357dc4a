import styled, { keyframes } from 'styled-components'

import { color, motion, radius, space, unseen } from '#src/theme/theme.ts'

type SkeletonProps = {
  /** What is loaded, for assistive technology. */
  readonly label: string
  /** As high as what comes, so that nothing moves; CSS lengths. */
  readonly heights: readonly string[]
  /** Beside each other. */
  readonly isRow?: boolean
}

/** Stands for what is loaded for the first time; seen only where that takes a while. */
export function Skeleton({ label, heights, isRow = false }: SkeletonProps) {
  return (
    <div role="status">
      <Words>{label}</Words>
      <Bones aria-hidden="true" $isRow={isRow}>
        {heights.map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <i key={index} style={{ height }} />
        ))}
      </Bones>
    </div>
  )
}

const appear = keyframes`
  from { opacity: 0; }
  to { opacity: 1; }
`

const Words = styled.p`
  ${unseen}
`

const Bones = styled.div<{ readonly $isRow: boolean }>`
  display: grid;
  grid-template-columns: ${({ $isRow }) => ($isRow ? 'repeat(auto-fit, minmax(min(16rem, 100%), 1fr))' : 'minmax(0, 1fr)')};
  gap: ${({ $isRow }) => space[$isRow ? 16 : 8]};
  opacity: 0;
  animation: ${appear} ${motion.appear} 150ms forwards;

  & > i {
    border-radius: ${radius.control};
    background: ${color['neutral.subtle']};
  }
`
