! SPDX-License-Identifier: MIT
! usage: first [preset]
module engines
    use, intrinsic :: iso_c_binding
    implicit none

    type :: engine
        real(c_double) :: mean, ripple ! N.m
    end type

contains

    ! An engine that runs unevenly.
    integer(c_int32_t) function torque(t, input, user) bind(c)
        real(c_double), value :: t
        real(c_double), intent(inout) :: input
        type(c_ptr), value :: user
        type(engine), pointer :: this
        call c_f_pointer(user, this)
        input = this%mean + this%ripple * sin(3 * t)
        torque = 0
    end function
end module

program first
    use, intrinsic :: iso_c_binding
    use wheeldyn
    use engines
    implicit none
    character(80) :: preset
    call get_command_argument(1, preset)
    if (preset == '') preset = 'drive-60'
    call simulate(trim(preset))

contains

    subroutine simulate(preset)
        character(*), intent(in) :: preset
        type(engine), target :: mine
        type(model) :: wheel ! freed at the end of this subroutine
        real(c_double), allocatable :: columns(:, :)
        call wheel%new('rolling_wheel')
        call wheel%load_preset(preset)
        call wheel%set('param.mass', 30.0_c_double)
        call wheel%init(0.0_c_double)
        call wheel%step_to(11.0_c_double)
        print '(2a)', 'slip ratio at 11 s: ', decimals(wheel%get('output.slip_ratio'))
        call wheel%run(20.0_c_double, 0.01_c_double, &
                       [character(20) :: 'state.x_dot', 'output.slip_ratio'], columns)
        associate (last => columns(:, size(columns, 2)))
            print '(a, i0, 3a)', 'speed at ', nint(last(1)), ' s: ', decimals(last(2)), ' m/s'
        end associate

        mine = engine(mean=30, ripple=10)
        call wheel%reset()
        call wheel%set_input('input.drive_torque', torque, c_loc(mine))
        call wheel%init(0.0_c_double)
        call wheel%step_to(5.0_c_double)
        print '(3a)', 'speed at 5 s, driven by a function: ', decimals(wheel%get('state.x_dot')), &
            ' m/s'
    end subroutine

    ! A number with as many digits as it needs and its leading zero.
    function decimals(number)
        real(c_double), intent(in) :: number
        character(:), allocatable :: decimals
        character(30) :: field
        write (field, '(f30.4)') number
        decimals = trim(adjustl(field))
    end function
end program
