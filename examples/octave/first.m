% SPDX-License-Identifier: MIT
% usage: octave first.m [preset]
preset = 'drive-60';
if exist('OCTAVE_VERSION', 'builtin') && ~isempty(argv())
    given = argv();
    preset = given{1};
end

[t, x] = wheeldyn_run('rolling_wheel', preset, {'output.slip_ratio'}, 11, Inf, 'param.mass', 30);
fprintf('slip ratio at %g s: %.4f\n', t(end), x(end));

[t, x] = wheeldyn_run('rolling_wheel', preset, {'state.x_dot', 'output.slip_ratio'}, 20, 0.01, ...
                      'param.mass', 30);
fprintf('speed at %g s: %.4f m/s\n', t(end), x(end, 1));

% The torque of an engine that runs unevenly.
torque = @(t) 30 + 10 * sin(3 * t);
[t, x] = wheeldyn_run('rolling_wheel', preset, {'state.x_dot'}, 5, Inf, 'param.mass', 30, ...
                      'input.drive_torque', torque);
fprintf('speed at %g s, driven by a function: %.4f m/s\n', t(end), x(end));
