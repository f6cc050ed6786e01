import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { assemblyscript } from './web/build/assemblyscript.ts'

const needsDatabase = ['**/*.api.test.ts', '**/*.race.test.ts']
const notOurs = ['**/node_modules/**', '**/dist/**', 'bench/node_modules/**']
const root = import.meta.dirname
/** A busy machine is not a fault: time limits only end what hangs. */
const timeouts = { testTimeout: 60_000, hookTimeout: 120_000 }
const setupFiles = ['tools/vitest-setup.ts']

export default defineConfig({
  test: {
    // Two workers each: the machines that run this have two cores.
    maxWorkers: 2,
    projects: [
      {
        root,
        plugins: [assemblyscript()],
        test: {
          name: 'rules',
          include: [
            'contract/src/**/*.test.ts',
            'server/**/*.test.ts',
            'web/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: [...needsDatabase, ...notOurs],
          environment: 'node',
          setupFiles,
          ...timeouts,
        },
      },
      {
        root,
        plugins: [react(), assemblyscript()],
        test: {
          name: 'screens',
          include: ['web/**/*.test.tsx'],
          exclude: notOurs,
          environment: 'jsdom',
          setupFiles,
          ...timeouts,
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      {
        root,
        test: {
          name: 'api',
          include: needsDatabase,
          exclude: notOurs,
          environment: 'node',
          // Processes, not threads: servers started by a test end with the process that started them.
          pool: 'forks',
          globalSetup: ['server/src/testing/postgres-for-tests.ts'],
          setupFiles,
          ...timeouts,
        },
      },
    ],
  },
})
