/**
 * Says that something was done, for a few seconds. What went wrong is said where it happened instead. What draws it comes with the first one; where
 * that does not come, the page itself says what was done.
 */
export async function toast(message: string, action?: ToastAction): Promise<void> {
  const region = await import('./ToastRegion.tsx').catch(() => null)
  region?.showToast(message, action)
}

/** What can be done about it. The message then stays until it was used or is closed. */
export type ToastAction = { readonly name: string; readonly onPress: () => void }
