import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { assemblyscript } from './web/build/assemblyscript.ts'

const needsDatabase = ['**/*.api.test.ts', '**/*.race.test.ts']
const excluded = ['**/node_modules/**', '**/dist/**', 'bench/node_modules/**']
const root = import.meta.dirname
/** Generous limits for busy machines; they only abort tests that hang. Vitest lists what passed only on a retry. */
const timeouts = {
  testTimeout: 180_000,
  hookTimeout: 300_000,
  retry: process.env['CI'] === undefined ? 0 : 2,
  expect: { poll: { timeout: 30_000 } },
}
const setupFiles = ['tools/vitest-setup.ts']

export default defineConfig({
  test: {
    // Two workers per project: CI machines have two cores.
    maxWorkers: 2,
    projects: [
      {
        root,
        plugins: [assemblyscript()],
        test: {
          name: 'rules',
          // Their modules keep no state from one test to the next, so files can share them, which halves the run time.
          isolate: false,
          include: [
            'contract/src/**/*.test.ts',
            'server/**/*.test.ts',
            'web/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: [...needsDatabase, ...excluded],
          environment: 'node',
          setupFiles,
          ...timeouts,
        },
      },
      {
        root,
        plugins: [react(), assemblyscript()],
        // As in the browser (web/vite.config.ts).
        resolve: { alias: { 'zod/mini': join(root, 'web/src/platform/schemas/zod-mini.ts') } },
        test: {
          name: 'screens',
          include: ['web/**/*.test.tsx'],
          exclude: excluded,
          environment: 'jsdom',
          setupFiles: [...setupFiles, 'web/src/testing/setup.ts'],
          ...timeouts,
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        root,
        test: {
          name: 'api',
          include: needsDatabase,
          exclude: excluded,
          environment: 'node',
          // Processes, not threads: servers started by a test end with their parent process.
          pool: 'forks',
          // Modules of the server keep no state either; evaluating them for each file took a third of the run time.
          isolate: false,
          globalSetup: ['server/src/testing/postgres-for-tests.ts'],
          setupFiles,
          ...timeouts,
        },
      },
    ],
  },
})
