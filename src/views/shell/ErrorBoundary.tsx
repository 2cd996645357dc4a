import { Component, type ReactNode } from 'react'
import styled from 'styled-components'

import { color, font, radius, space } from '../../theme/theme.ts'
import { Button } from '../parts/Button.tsx'

type ErrorBoundaryProps = {
  readonly children: ReactNode
  /** Loads the page again, if the server answers. */
  readonly onReload: () => void
}
type Caught = { readonly error: unknown }

/** React's words for a page that changes itself without end, in full and as its production build numbers them. */
const updateLoop = /Maximum update depth|Too many re-renders|React error #(185|301)/

/** The words of Chromium, Firefox and Safari for a part of the console that did not come. */
const notLoaded = /imported module|Importing a module/

/** Draws what is left to do when a page broke. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Caught> {
  override state: Caught = { error: null }

  static getDerivedStateFromError(error: unknown): Caught {
    return { error }
  }

  override render() {
    const { error } = this.state
    return error === null ? this.props.children : <ErrorPage error={error} onReload={this.props.onReload} />
  }
}

type ErrorPageProps = Caught & Pick<ErrorBoundaryProps, 'onReload'>

function ErrorPage({ error, onReload }: ErrorPageProps) {
  const words = error instanceof Error ? error.message : String(error)
  const isMissing = notLoaded.test(words)
  return (
    <Frame role="alert">
      <Title>Something went wrong</Title>
      <p>
        {isMissing
          ? 'This page could not be loaded: Datacrane does not answer.'
          : updateLoop.test(words)
            ? 'This page went on updating itself without end. Reload it to try again.'
            : 'This page stopped working. Reload it to try again.'}
      </p>
      {isMissing ? null : <Words>{words}</Words>}
      <Row>
        <Button kind="primary" onPress={onReload}>
          {isMissing ? 'Retry' : 'Reload'}
        </Button>
        <Button onPress={() => location.assign('/')}>Go Home</Button>
      </Row>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[16]};
  width: min(40rem, calc(100% - 2rem));
  margin: ${space[48]} auto;
  padding: ${space[24]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
`

const Title = styled.h1`
  font: ${font.title};
`

const Words = styled.pre`
  max-width: 100%;
  color: ${color['text.muted']};
  font: ${font.code};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

const Row = styled.div`
  display: flex;
  gap: ${space[8]};
`
