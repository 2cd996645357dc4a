/** What the diagram of a connector's steps is made of. */
import styled, { css, keyframes } from 'styled-components'

import { color, focusRing, font, narrow, radius, space, unseen } from '#src/theme/theme.ts'

// Moved by transform, which the compositor does alone: a moving background repaints the page 60 times a second.
const along = keyframes`
  to { transform: translateX(1.5rem); }
`
const down = keyframes`
  to { transform: translateY(1.5rem); }
`

export const Way = styled.ol`
  display: flex;
  align-items: stretch;
  /* Room for the ring of the focus. */
  margin: -2px;
  padding: 2px;
  border-radius: ${radius.control};
  list-style: none;
  overflow-x: auto;
  ${focusRing}

  ${narrow} {
    flex-direction: column;
    overflow-x: visible;
  }
`

export const Box = styled.li<{ readonly $isBad: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: 2px;
  flex: 1 1 10rem;
  min-width: 11.5rem;
  min-height: 120px;
  padding: 10px ${space[12]};
  border: 1px solid ${({ $isBad }) => color[$isBad ? 'danger.border' : 'border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};

  ${narrow} {
    flex-basis: auto;
    min-height: 0;
  }
`

const moving = css`
  position: relative;
  overflow: hidden;
  background: ${color['info.icon']};

  &::after {
    content: '';
    position: absolute;
    inset: 0 0 0 -1.5rem;
    background: repeating-linear-gradient(90deg, ${color['info.border']} 0 0.25rem, transparent 0.25rem 1.5rem);
    animation: ${along} 1s linear infinite;

    ${narrow} {
      inset: -1.5rem 0 0 0;
      background: repeating-linear-gradient(180deg, ${color['info.border']} 0 0.25rem, transparent 0.25rem 1.5rem);
      animation-name: ${down};
    }

    @media (prefers-reduced-motion: reduce) {
      animation: none;
    }
  }
`

const still = css`
  background: repeating-linear-gradient(90deg, ${color['danger.icon']} 0 0.375rem, transparent 0.375rem 0.625rem);

  ${narrow} {
    background: repeating-linear-gradient(180deg, ${color['danger.icon']} 0 0.375rem, transparent 0.375rem 0.625rem);
  }
`

/** At the height of the name of the system. */
export const Edge = styled.li<{ readonly $isActive: boolean }>`
  flex: 0 1 2rem;
  min-width: 1.25rem;
  height: 2px;
  margin-top: 22px;
  ${({ $isActive }) => ($isActive ? moving : still)}

  ${narrow} {
    flex: none;
    width: 2px;
    min-width: 0;
    height: 0.75rem;
    margin: 0 0 0 1.5rem;
  }
`

export const Name = styled.h3`
  color: ${color['text.muted']};
  font: ${font.dense};
  overflow-wrap: anywhere;
`

export const Before = styled.span`
  color: ${color['text.subtle']};
`

export const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 ${space[8]};
  min-width: 0;
`

export const Figures = styled.dl`
  display: grid;
  gap: 0;
  margin: ${space[4]} 0 0;
  font: ${font.dense};
  font-variant-numeric: tabular-nums;

  & > div {
    display: flex;
    justify-content: space-between;
    gap: ${space[8]};
    line-height: 18px;
  }

  & dt {
    color: ${color['text.muted']};
  }

  & dd {
    margin: 0;
  }

  & dd[data-bad='true'] {
    color: ${color['danger.text']};
    font-weight: 600;
  }

  ${narrow} {
    grid-template-columns: repeat(3, minmax(0, 1fr));

    & > div {
      display: block;
    }
  }
`

export const None = styled.div`
  margin-top: ${space[4]};
`

/** For assistive technology: the card says it on hover. */
export const Measured = styled.p`
  ${unseen}
`

export const Judged = styled.p`
  margin-top: ${space[4]};
  color: ${color['text.subtle']};
  font: ${font.dense};
`
