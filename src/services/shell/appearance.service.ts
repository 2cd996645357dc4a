/** The choice of colours in this browser: kept under the local key `theme`, shown by the root's `data-theme`. The page's first script reads both. */

export type Choice = 'system' | 'light' | 'dark'

const key = 'theme'

/** What was chosen last; anything else than light or dark means the system's choice. */
export function readChoice(): Choice {
  try {
    return choiceIn(localStorage.getItem(key))
  } catch {
    return 'system'
  }
}

export function showChoice(choice: Choice): void {
  if (choice === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
  try {
    if (choice === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
  } catch {
    // A browser that keeps nothing shows the choice until the page is left.
  }
}

/** Tells what another tab chooses, until the returned function is called. */
export function watchChoice(tell: (choice: Choice) => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === key) tell(choiceIn(event.newValue))
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

const choiceIn = (text: string | null): Choice => (text === 'light' || text === 'dark' ? text : 'system')
