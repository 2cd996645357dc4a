/** What the panels of the bar are made of: a form, its effect on the sample records beside it, and buttons below. */
import styled from 'styled-components'
import { color, font, narrow, radius, shadow, space } from '#src/theme/theme.ts'

export const Panel = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1.7fr) minmax(16rem, 1fr);
  width: 100%;
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
  box-shadow: ${shadow.popover};

  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
  }
`

export const Form = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${space[8]};
  min-width: 0;
  padding: ${space[16]};
`

export const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};

  & > h2 {
    font: ${font.section};
  }

  & > :last-child:not(:only-child):is(button) {
    margin-left: auto;
  }
`

export const Foot = styled.footer`
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
  padding: ${space[12]} ${space[16]};
  border-top: 1px solid ${color['border.subtle']};

  & > div {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[8]};
    margin-left: auto;
  }
`

/** The sample records beside the form. */
export const Outcome = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${space[8]};
  min-width: 0;
  padding: ${space[16]};
  border-left: 1px solid ${color['border.subtle']};
  background: ${color['bg.sunken']};

  ${narrow} {
    border-top: 1px solid ${color['border.subtle']};
    border-left: 0;
  }

  & h2 {
    font: ${font.section};
  }

  & button[aria-pressed='true'] {
    background: ${color['bg.surface']};
  }

  & ul {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    max-height: 20rem;
    margin: 0;
    padding: 0;
    overflow: auto;
    list-style: none;
  }
`
