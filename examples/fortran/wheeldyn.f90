! SPDX-License-Identifier: MIT
! Models for Fortran. They are freed at the end of their scope; a failure stops with the library's
! text.
module wheeldyn
    use, intrinsic :: iso_c_binding
    use wheeldyn_c
    implicit none
    private
    public :: model, input_function

    type :: model ! do not assign it: both copies would free the same model
        private
        type(c_ptr) :: handle = c_null_ptr
    contains
        procedure :: new, load_preset, set, get, set_input, init, reset, step_to, run
        procedure, private :: find, must
        final :: free
    end type

    abstract interface
        ! An input as a function of time, which must be pure: it is called in any order. If it
        ! returns other than 0, the call fails.
        integer(c_int32_t) function input_function(t, input, user) bind(c)
            import
            real(c_double), value :: t
            real(c_double), intent(inout) :: input
            type(c_ptr), value :: user
        end function
    end interface

contains

    subroutine new(self, kind)
        class(model), intent(inout) :: self
        character(*), intent(in) :: kind
        integer(c_int32_t) :: status
        call wd_model_free(self%handle)
        status = wd_model_new(kind // c_null_char, self%handle)
        call must_name(status, kind, wd_kind_nearest_name(kind // c_null_char))
    end subroutine

    subroutine free(self)
        type(model), intent(inout) :: self
        call wd_model_free(self%handle)
        self%handle = c_null_ptr
    end subroutine

    subroutine load_preset(self, name)
        class(model), intent(in) :: self
        character(*), intent(in) :: name
        call self%must(wd_model_load_preset(self%handle, name // c_null_char))
    end subroutine

    subroutine set(self, name, number)
        class(model), intent(in) :: self
        character(*), intent(in) :: name
        real(c_double), intent(in) :: number
        call self%must(wd_model_set_value(self%handle, name // c_null_char, number))
    end subroutine

    function get(self, name) result(number)
        class(model), intent(in) :: self
        character(*), intent(in) :: name
        real(c_double) :: number
        integer(c_int32_t) :: status
        status = wd_model_value(self%handle, name // c_null_char, number)
        call must_name(status, name, wd_model_nearest_name(self%handle, name // c_null_char))
    end function

    function find(self, name) result(ref)
        class(model), intent(in) :: self
        character(*), intent(in) :: name
        integer(c_int32_t) :: ref, status
        status = wd_model_find(self%handle, name // c_null_char, ref)
        call must_name(status, name, wd_model_nearest_name(self%handle, name // c_null_char))
    end function

    ! `user` is the address of the data of the function; the data must exist as long as the model.
    subroutine set_input(self, name, fn, user)
        class(model), intent(in) :: self
        character(*), intent(in) :: name
        procedure(input_function) :: fn
        type(c_ptr), intent(in) :: user
        call self%must(wd_model_set_input_fn(self%handle, self%find(name), c_funloc(fn), user))
    end subroutine

    subroutine init(self, t0)
        class(model), intent(in) :: self
        real(c_double), intent(in) :: t0
        call self%must(wd_model_init(self%handle, t0))
    end subroutine

    ! Back to the start; parameters stay.
    subroutine reset(self)
        class(model), intent(in) :: self
        call self%must(wd_model_reset(self%handle))
    end subroutine

    subroutine step_to(self, t)
        class(model), intent(in) :: self
        real(c_double), intent(in) :: t
        call self%must(wd_model_step_to(self%handle, t))
    end subroutine

    ! Return a column of times and columns of the values of variables.
    subroutine run(self, t_end, dt, names, columns)
        class(model), intent(in) :: self
        real(c_double), intent(in) :: t_end, dt
        character(*), intent(in) :: names(:)
        real(c_double), allocatable, intent(out) :: columns(:, :)
        integer(c_int32_t) :: refs(size(names))
        integer(c_size_t) :: room, written
        integer :: i
        do i = 1, size(names)
            refs(i) = self%find(trim(names(i)))
        end do
        room = 2
        if (dt > 0) room = room + int((t_end - wd_model_time(self%handle)) / dt, c_size_t)
        allocate (columns(1 + size(names), max(room, 0_c_size_t)))
        call self%must(wd_model_run(self%handle, t_end, dt, refs, size(names, kind=c_size_t), &
                                    columns, room, written))
        columns = columns(:, :written)
    end subroutine

    subroutine must(self, status)
        class(model), intent(in) :: self
        integer(c_int32_t), intent(in) :: status
        if (status < 0) call fail(text(wd_model_error(self%handle)))
    end subroutine

    ! Report the status of a call that takes a name and leaves no text in the model.
    subroutine must_name(status, name, nearest)
        integer(c_int32_t), intent(in) :: status
        character(*), intent(in) :: name
        type(c_ptr), intent(in) :: nearest
        if (status < 0) call fail(name // ': ' // text(wd_status_text(status)) // &
                                  '; the nearest is ' // text(nearest))
    end subroutine

    subroutine fail(why)
        character(*), intent(in) :: why
        error stop why
    end subroutine

    function text(string)
        type(c_ptr), intent(in) :: string
        character(kind=c_char), pointer :: characters(:)
        character(:), allocatable :: text
        integer :: i
        call c_f_pointer(string, characters, [strlen(string)])
        allocate (character(size(characters)) :: text)
        do i = 1, size(characters)
            text(i:i) = characters(i)
        end do
    end function
end module
